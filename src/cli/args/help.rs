//! What `--help` says behind the options: first steps and examples.

pub(super) const TOP_HELP: &str = "\
Examples:
  rompicapo                               open the workstation
  rompicapo play fourteen/duchi-1         open it at a puzzle
  rompicapo solve fourteen:1..100         solve a hundred numbered deals
  rompicapo list fourteen --strategies    what can be run, and what it is worth

`rompicapo help solve` says more on a command.";

pub(super) const TOP_LONG_HELP: &str = "\
Naming a puzzle:
  GAME/NAME           a puzzle of a pack: `rompicapo list` shows them
  GAME/PACK           all puzzles of a pack, where several are allowed (GAME/PACK/ where a puzzle is called so too)
  GAME:NUMBER         a numbered deal; GAME:A..B is a range of them
  GAME:PARAMS:NUMBER  the same with the game's own parameters
  FILE, or -          a text form of the game, told by --game or a first line `game: NAME`

Examples:
  rompicapo                               open the workstation
  rompicapo play fourteen/duchi-1         open it at a puzzle
  rompicapo solve fourteen:1..100         solve a hundred numbered deals
  rompicapo solve fourteen:1 --json | rompicapo verify --from -
  rompicapo list fourteen --strategies    what can be run, and what it is worth

Exit codes:
  0    solved (all of them), or done
  1    at least one is proven to have no solution, or `verify` found one wrong
  2    bad usage or bad input
  3    at least one was given up at a limit: its verdict is unknown; or `verify --strict` could not check a claim
  129, 130, 143  hang-up, interruption, termination; the best in hand is printed";

pub(super) const SOLVE_HELP: &str = "\
Examples:
  rompicapo solve fourteen/duchi-1
  rompicapo solve fourteen/duchi-2 --strategy classic --boards
  rompicapo solve fourteen:1..1000 --json --jobs 2 > verdicts.jsonl
  rompicapo solve --lines deals.txt --skip 1 --game fourteen --time 5
  echo '1 13 | 7 7' | rompicapo solve - --game fourteen
  rompicapo solve sliding/korf-1 --strategy 'ida*' --only manhattan
  rompicapo solve --lines boards.txt --game sliding --goal blank-first
  rompicapo solve fourteen:1..100 --json --certificate proofs.jsonl > verdicts.jsonl

Nodes are states generated: the root once for the whole run, a child when it is made, before any test of it, and none
after the solution is found; iterations add up. Plain `ida*` of sliding so gives the published counts.

Exit code: 0 all solved, 1 one has no solution, 2 bad input, 3 one was given up at a limit.";

pub(super) const RACE_HELP: &str = "\
Examples:
  rompicapo race sliding/classroom --entry 'ida*+manhattan' --entry 'ida*+manhattan,linear-conflict'
  rompicapo race sliding/ladder --entry 'ida*+manhattan' --entry 'ida*+pdb' --time 10 --plot race.svg --csv race.csv
  rompicapo race fourteen:1..100 --entry classic --entry exact --json > race.jsonl

An entry is STRATEGY, STRATEGY+H,H (exactly these heuristics on) and @W behind it for a weight. The entries of a puzzle
take turns of equal time, so that a slow moment of the machine falls on all alike; limits hold for each entry on each
puzzle. Nodes of a run that ended by itself, or at --nodes, are those of a run alone, to the node. A run that was cut by
time is marked, and left out of medians and of best.

Exit code: as of `solve`, over all runs.";

pub(super) const TRACE_HELP: &str = "\
Examples:
  rompicapo trace sliding/eight-8 --strategy 'a*' > trace.jsonl
  rompicapo trace sliding/classroom --strategy 'ida*' --from 1000 --to 1100
  rompicapo trace sliding/eight-8 --strategy 'a*' --format posthoc > eight.trace.json
  rompicapo trace counters:3 --format dot | dot -Tsvg > tree.svg

A whole trace has as many `node` lines as `solve` counts nodes, and as many `expand` lines as it counts expanded ones.
docs/formats.md says what each line means.

Exit code: that of `solve`; 0 where --to ended it.";

pub(super) const CAST_HELP: &str = "\
Examples:
  rompicapo cast fourteen/duchi-1 --out duchi.svg
  rompicapo cast sliding/classroom --entry 'ida*+manhattan' --from 1 --to 60 --out search.cast
  rompicapo cast freecell:617 --keys '? down down' --still --out help.svg

FILE.cast is for asciinema (asciicast, version 2), FILE.svg moves by itself in any browser. At most thirty frames a second,
and no wait is longer than two seconds. In the workstation O writes the screen into a file.";

pub(super) const DIFF_HELP: &str = "\
Examples:
  rompicapo diff sliding/classroom --entry 'ida*+manhattan' --entry 'ida*+manhattan,linear-conflict'
  rompicapo diff fourteen:1 --entry classic --entry classic+avoid,order-longest --json
  rompicapo diff sliding/eight-8 --entry 'a*' --trace my-own.jsonl

An entry is STRATEGY, STRATEGY+H,H (exactly these heuristics on), and @W behind it for a weight. Compared is what was
decided: the kind of event, the line of moves from the root, and of a cut that it was one. A trace needs only `e`, `id`,
`parent` and `move`; kinds of events that it never tells are passed over.

Exit code: 0 equal to the end, 1 different, 2 bad input, 3 a limit came first.";
