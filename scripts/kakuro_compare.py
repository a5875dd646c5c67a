#!/usr/bin/env python3
"""Times clingo and OR-tools (whichever is installed) on Kakuro puzzles, solution and uniqueness, beside this program.

usage: kakuro_compare.py ROMPICAPO FILE...      (ROMPICAPO: the program's binary; files in the whitespace form)
"""

import json
import statistics
import subprocess
import sys
import time


def runs(text):
    """The runs of a puzzle: (clue or 0, cells)."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    white = lambda token: token == "." or (token.isdigit() and len(token) == 1)
    lines = [(1, [(r, c) for c in range(len(rows[0]))]) for r in range(len(rows))]
    lines += [(0, [(r, c) for r in range(len(rows))]) for c in range(len(rows[0]))]
    found = []
    for side, line in lines:
        clue, cells = 0, []
        for r, c in line + [(None, None)]:
            if r is not None and white(rows[r][c]):
                cells.append((r, c))
                continue
            if cells:
                found.append((clue, cells))
            cells = []
            if r is not None:
                part = (rows[r][c].split("\\") + ["", ""])[side] if "\\" in rows[r][c] else ""
                clue = int(part or 0)
    given = {(r, c): int(t) for r, row in enumerate(rows) for c, t in enumerate(row) if t.isdigit() and len(t) == 1}
    return found, given


def with_ortools(found, given):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = {cell: model.new_int_var(1, 9, str(cell)) for _, run in found for cell in run}
    for clue, run in found:
        model.add_all_different([cells[cell] for cell in run])
        if clue:
            model.add(sum(cells[cell] for cell in run) == clue)
    for cell, digit in given.items():
        model.add(cells[cell] == digit)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return 0
    differs = []
    for cell, var in cells.items():
        other = model.new_bool_var("")
        model.add(var != solver.value(var)).only_enforce_if(other)
        differs.append(other)
    model.add_bool_or(differs)
    return 2 if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else 1


def with_clingo(found, given):
    import clingo

    facts = ["1 {at(C,1..9)} 1 :- cell(C).", ":- in(R,C), in(R,D), C < D, at(C,V), at(D,V).",
             ":- sum(R,S), S != #sum{V,C : in(R,C), at(C,V)}."]
    names = {cell: i for i, cell in enumerate(sorted({cell for _, run in found for cell in run}))}
    facts += [f"cell({i})." for i in names.values()]
    for r, (clue, run) in enumerate(found):
        facts += [f"in({r},{names[cell]})." for cell in run] + ([f"sum({r},{clue})."] if clue else [])
    facts += [f"at({names[cell]},{digit})." for cell, digit in given.items()]
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], "\n".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, files = sys.argv[1], sys.argv[2:]
    others = {}
    for name, solve in (("ortools", with_ortools), ("clingo", with_clingo)):
        try:
            __import__(name)
            others[name] = solve
        except ImportError:
            print(f"{name} is not installed: left out")
    times = {name: [] for name in ["rompicapo", *others]}
    for file in files:
        line = subprocess.run([program, "solve", file, "--game", "kakuro", "--unique", "--json"], capture_output=True, text=True)
        answer = json.loads(line.stdout)
        ours = {"unsolvable": 0}.get(answer["status"], 1 if answer.get("unique") else 2)
        times["rompicapo"].append(answer["seconds"])
        found, given = runs(open(file).read())
        for name, solve in others.items():
            start = time.perf_counter()
            theirs = solve(found, given)
            times[name].append(time.perf_counter() - start)
            if theirs != ours:
                print(f"{file}: {name} finds {theirs} solutions, rompicapo {ours}")
    for name, list_ in times.items():
        print(f"{name:10} median {statistics.median(list_) * 1e6:10.1f} us, slowest {max(list_) * 1e6:12.1f} us")


main()
