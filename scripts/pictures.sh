#!/bin/sh
# Makes the pictures of the README: sh scripts/pictures.sh [DIRECTORY]
# ROMPICAPO names the program, by default that of a release build.
set -eu
program=${ROMPICAPO:-target/release/rompicapo}
directory=${1:-assets}
"$program" cast fourteen/duchi-2 --entry classic --keys "1 s wait 1 s wait > > >" --still --out "$directory/screen.svg"
"$program" cast sliding/classroom --entry 'ida*+manhattan' --from 1 --to 40 --screen 100x30 --still --out "$directory/search.svg"
