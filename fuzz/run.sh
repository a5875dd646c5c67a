#!/bin/sh
# Runs the fuzzers one after the other: sh fuzz/run.sh SECONDS [TARGET...]
set -eu
cd "$(dirname "$0")"
seconds=${1:-60}
[ $# -gt 0 ] && shift
host=$(rustc -vV | sed -n 's/^host: //p')
[ $# -gt 0 ] || set -- $(sed -n 's/^name = "\([a-z]*\)"$/\1/p' Cargo.toml)
target=${CARGO_TARGET_DIR:-$PWD/target}

[ -d corpus ] || (cd .. && FUZZ_CORPUS="$PWD/fuzz/corpus" cargo test --quiet --test properties)
# Counters of edges and comparisons, as cargo-fuzz asks for them.
passes="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
passes="$passes -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
RUSTFLAGS="$passes -Cdebug-assertions --cfg fuzzing" CARGO_TARGET_DIR="$target" cargo build --release --target "$host"

mkdir -p artifacts
for name; do
    echo "$name: $seconds s"
    mkdir -p "corpus/$name"
    "$target/$host/release/$name" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=1024 \
        -artifact_prefix="artifacts/$name-" -print_final_stats=1 "corpus/$name" 2>"artifacts/$name.log" ||
        { tail -30 "artifacts/$name.log"; exit 1; }
    grep -E "stat::number_of_executed_units|stat::new_units_added" "artifacts/$name.log"
done
