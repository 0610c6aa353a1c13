# Traces a 0/1 knapsack: the best value of the first i things within the weight w, in one table.
#
#   python3 knapsack.py 7 1:1 3:4 4:5 5:7 >knapsack.jsonl        (the weight that it holds, then WEIGHT:VALUE of each thing)
import json
import sys


def event(name, **fields):
    print(json.dumps({"event": name, **fields}))


holds = int(sys.argv[1])
things = [tuple(int(number) for number in word.split(":")) for word in sys.argv[2:]]
print(json.dumps({"handtrace": 1, "problem": "01-knapsack", "title": "0/1 knapsack",
                  "instance": {"holds": holds, "things": [f"{weight}:{value}" for weight, value in things]}}))
event("table", id="best", rows=[0, len(things)], cols=[0, holds], row="i", col="w", title="Best value")
best, took = {}, {}
for i in range(len(things) + 1):
    for w in range(holds + 1):
        event("cell", tables=["best"], at=[i, w])
        weight, value = things[i - 1] if i else (0, 0)
        tries = [("leave", "b", w, 0)] if i else []
        if i and weight <= w:
            tries.append(("take", f"b+{value}", w - weight, value))
        for label, expr, room, more in tries:
            event("try", label=label, reads=[["best", [i - 1, room]]], terms=[{"name": "b", "value": best[i - 1, room]}],
                  expr=expr, value=best[i - 1, room] + more)
        best[i, w] = max((best[i - 1, room] + more for _, _, room, more in tries), default=0)
        chosen = [label for label, _, room, more in tries if best[i - 1, room] + more == best[i, w]]
        took[i, w] = chosen[:1] == ["take"]
        event("set", table="best", at=[i, w], value=best[i, w], chosen=chosen, why="max" if i else "base")
w, taken = holds, []
for i in range(len(things), 0, -1):
    event("back", table="best", at=[i, w], take="take" if took[i, w] else "leave")
    if took[i, w]:
        taken, w = [i, *taken], w - things[i - 1][0]
event("answer", answer={"value": str(best[len(things), holds]), "things": taken})
