#!/bin/sh
# Pictures of every screen of every game, to be looked at: sh scripts/screens.sh [DIRECTORY], and open DIRECTORY/index.html.
# ROMPICAPO names the program, by default that of a release build. GAMES, SIZES, CHARSETS, THEMES and SCREENS choose some of
# them: GAMES="maze queens" SIZES=120x40 SCREENS="start solved" sh scripts/screens.sh. `--gallery` makes those of docs/gallery.md.
set -eu
program=${ROMPICAPO:-target/release/rompicapo}

# NAME, then PUZZLE, SIZE, options of cast or a dash, and the keys.
gallery() {
    cat <<'END'
sliding sliding/classroom 120x40 - s wait > > > >
fourteen fourteen/duchi-2 120x40 --unicode s wait > > >
freecell freecell/617 120x40 --unicode s wait > > >
kakuro kakuro/medium-9x9 120x40 - down right p 1 2 3 right 4 5 7 8 down 1 9 p up up
sudoku sudoku/hard-1 120x40 --theme=light right right a right right p 5
counters counters/classic-5 100x30 - s wait > > >
knight knight/corner 120x40 --unicode s wait > > > > > > > >
maze maze/second 120x40 - s wait > > > > > > > > > > > >
search sliding/eight-20 120x40 - . . . . . . . . . . . . T
browser queens/bezzel 120x40 - q
END
}

if [ "${1:-}" = --gallery ]; then
    directory=${2:-docs/gallery}
    mkdir -p "$directory"
    gallery | while read -r name puzzle size options keys; do
        [ "$options" = - ] && options=
        # shellcheck disable=SC2086
        "$program" cast "$puzzle" --screen "$size" $options --keys "$keys" --still --out "$directory/$name.svg"
    done
    exit
fi

directory=${1:-screens}
puzzles="fourteen/duchi-1 freecell/617 kakuro/easy-9x9 counters/classic-5 sliding/classroom sudoku/hard-1 queens/bezzel knight/corner maze/second"
sizes=${SIZES:-60x16 80x24 120x40 200x60}
# The usual one is ASCII boards in frames of the locale.
charsets=${CHARSETS:-usual ascii unicode}
themes=${THEMES:-dark light}

# NAME and the keys that lead there from the fresh puzzle.
screens() {
    cat <<'END'
start
picked right down enter
marks m wait
search . . . . .
node . . . . . v v
solved s wait > >
end s wait ]
tree . . . . . T
xray X wait
searched-xray . . . . . X wait
conduct . wait . wait . wait C
hint H wait
reason H wait H wait H wait
verdict ! wait
setting-up e
packed I
stages K
prompt-run . b
prompt-jump . . g
prompt-most M
whole-tree . . . . . T o
strategy S
race V
raced V enter wait
difference V enter wait D wait
runs s wait E
help ?
more-help ? pagedown
search-help . wait ?
signs L
new n
name N
save f2
size e f3
leaving e f4 q
tour q ctrl-n
toured q ctrl-n ctrl-n = 2 - 3 wait
theme t
statistics #
browser q
filter q / a r d
nothing q / q q q
continue q G
END
}

# FreeCell's classic search never ends: another takes its place in a race that is waited for.
ends() {
    case $1 in
    freecell) sed 's/V enter wait/V space down down down down down space enter wait/' ;;
    *) cat ;;
    esac
}

mkdir -p "$directory"
echo "<!doctype html><title>rompicapo</title><style>img{margin:4px;max-width:49%}</style>" > "$directory/index.html"
for game in $puzzles; do
    case " ${GAMES:-${game%%/*}} " in *" ${game%%/*} "*) ;; *) continue ;; esac
    for size in $sizes; do
        for charset in $charsets; do
            for theme in $themes; do
                screens | ends "${game%%/*}" | while read -r name keys; do
                    case " ${SCREENS:-$name} " in *" $name "*) ;; *) continue ;; esac
                    file=${game%%/*}-$name-$size-$charset-$theme.svg
                    option="--$charset"
                    [ "$charset" = usual ] && option=
                    # shellcheck disable=SC2086
                    "$program" cast "$game" --screen "$size" --theme "$theme" $option --keys "$keys" --still \
                        --out "$directory/$file" 2> /dev/null || echo "no picture: $file"
                    echo "<h3>$file</h3><img src=\"$file\">" >> "$directory/index.html"
                done
            done
        done
    done
done
