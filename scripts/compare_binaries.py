#!/usr/bin/env python3
"""Is a new binary as fast as an old one? Runs both in turn and compares the medians of their CPU time.

    scripts/compare_binaries.py OLD NEW [--runs 15] [--most 1.03] [NAME…]

Both run alternately on one core, so that a busy host slows both alike. Printed for each command: both medians, the
spread of each (from the quartiles) and the ratio. Exit code 1 where a ratio is above --most and above what the spread
explains, or where the two print different figures (times left out). Other moves from the same search, in no longer an answer, are
counted and told.
"""
import argparse, json, os, resource, statistics, subprocess, sys

# The README's table, each line cut down to what one process shows in a few seconds, one strategy or more of each game.
COMMANDS = {
    "fourteen exact": ["solve", "fourteen:1..20000", "--json", "--jobs", "1"],
    "fourteen dfs": ["solve", "fourteen:1..600", "--strategy", "dfs", "--nodes", "100000", "--json", "--jobs", "1"],
    "freecell fast": ["solve", "freecell:1..4000", "--json", "--jobs", "1"],
    "freecell prove": ["solve", "freecell:11982", "--strategy", "prove", "--json", "--jobs", "1"],
    "kakuro fast": ["solve", "kakuro:8x8,medium:1..150", "--unique", "--json", "--jobs", "1"],
    "kakuro classic": ["solve", "kakuro:6x6,easy:1..60", "--strategy", "classic", "--json", "--jobs", "1"],
    "freecell classic": ["solve", "freecell:classroom,suits=2,ranks=8:1..20", "--strategy", "classic", "--nodes", "200000", "--json", "--jobs", "1"],
    "kakuro logic": ["solve", "kakuro:8x8,medium:1..150", "--strategy", "logic", "--json", "--jobs", "1"],
    "counters shortest": ["solve", "counters:10,goal=ab-left", "--strategy", "shortest", "--json", "--jobs", "1"],
    "kakuro twenty": ["solve", "kakuro:20x20,hard:1..20", "--unique", "--json", "--jobs", "1"],
    "counters construct": ["solve", "counters:1000000", "--strategy", "construct", "--json", "--jobs", "1"],
    "counters count": ["solve", "counters:13", "--strategy", "count", "--json", "--jobs", "1"],
    "sliding manhattan": ["solve", "sliding/korf-4", "--strategy", "ida*", "--only", "manhattan", "--json", "--jobs", "1"],
    "sliding hundred": ["solve", *(f"sliding/korf-{n}" for n in range(1, 101)), "--json", "--jobs", "1"],
    "sliding short": ["solve", "sliding/korf24-1", "--strategy", "short", "--nodes", "3000000", "--json", "--jobs", "1"],
    "freecell short": ["solve", "freecell:1..40", "--strategy", "short", "--nodes", "100000", "--json", "--jobs", "1"],
    "freecell two cells": ["solve", "freecell:cells=2:1..300", "--nodes", "200000", "--json", "--jobs", "1"],
    "sliding pdb": ["solve", "sliding/korf-82", "sliding/korf-88", "sliding/korf-60", "--json", "--jobs", "1"],
}


def run(binary, args, core):
    """CPU seconds and what was printed, without times and memory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = dict(os.environ, **{f"XDG_{kind}_HOME": "/dev/null/none" for kind in ("CONFIG", "DATA", "STATE", "CACHE")})
    ran = subprocess.run([binary, *args], capture_output=True, text=True, env=env, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = []
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        lines.append({key: answer.get(key) for key in ("puzzle", "status", "length", "nodes", "expanded", "moves")})
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, lines


def differences(old, new):
    """How many answers changed at the same figures of the search, none of them longer; and the pairs that differ otherwise."""
    if len(old) != len(new):
        return 0, [(len(old), len(new))]
    pairs = [(a, b) for a, b in zip(old, new) if a != b]
    search = lambda answer: [answer[key] for key in ("puzzle", "status", "nodes", "expanded")]
    is_as_good = lambda a, b: search(a) == search(b) and (a["length"] is None or b["length"] <= a["length"])
    faults = [(a, b) for a, b in pairs if not is_as_good(a, b)]
    return len(pairs) - len(faults), faults


def spread(times):
    if len(times) < 2:
        return 0
    low, _, high = statistics.quantiles(times, n=4)
    return (high - low) / statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old"), parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--most", type=float, default=1.03)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("names", nargs="*", help="only commands whose name contains one of these")
    args = parser.parse_intermixed_args()
    wanted = {name: command for name, command in COMMANDS.items() if not args.names or any(word in name for word in args.names)}
    failed = False
    print(f"{'':20}{'old':>9}{'spread':>8}{'new':>9}{'spread':>8}{'ratio':>8}")
    for name, command in wanted.items():
        times = {"old": [], "new": []}
        for turn in range(args.runs):
            printed = {}
            for which in ("old", "new") if turn % 2 == 0 else ("new", "old"):
                seconds, printed[which] = run(getattr(args, which), command, args.core)
                times[which].append(seconds)
            changed, faults = differences(printed["old"], printed["new"])
            if faults:
                print(f"{name}: DIFFERENT FIGURES {faults[0]}")
                failed = True
                break
        if len(times["new"]) < args.runs:
            continue
        old, new = (statistics.median(times[which]) for which in ("old", "new"))
        noise = max(spread(times["old"]), spread(times["new"]))
        ratio = new / old
        slow = ratio > max(args.most, 1 + noise)
        failed |= slow
        told = ("  SLOWER" if slow else "") + (f"  {changed} answers changed, none longer" if changed else "")
        print(f"{name:20}{old:8.3f}s{spread(times['old']):8.1%}{new:8.3f}s{spread(times['new']):8.1%}{ratio:8.3f}{told}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
