"""cards, lcs and matrix-chain told as recurrence files have the runs of the built-in problems: the same cells with the same
candidates and choices, the same calls in the same order, plain and with a memo. Usage: same_runs.py HANDTRACE ROUNDS"""
import json
import random
import subprocess
import sys
import tempfile

FILES = {
    "lcs": r"""
x = text { length = "m", example = "ab" }
y = text { length = "n", example = "ba" }
c = recurrence({"i", 0, m}, {"j", 0, n})
function c.value(i, j)
  if i == 0 or j == 0 then return 0 end
  if x[i] == y[j] then return way("D", c(i-1, j-1) + 1) end
  return max(way("U", c(i-1, j)), way("L", c(i, j-1)))
end
goal(c, m, n)
""",
    "matrix-chain": r"""
p = integers { length = "q", example = {2, 3, 4} }
n = q - 1
m = recurrence({"i", 1, n}, {"j", "i", n})
function m.value(i, j)
  if i == j then return 0 end
  local all = {}
  for k = i, j - 1 do all[#all + 1] = way("" .. k, m(i, k) + m(k+1, j) + p[i] * p[k+1] * p[j+1]) end
  return min(all)
end
goal(m, 1, n)
""",
    "cards": r"""
a = integers { length = "n", example = {1, 2} }
f = recurrence({"i", 1, n}, {"j", "i", n})
s = recurrence({"i", 1, n}, {"j", "i", n})
function f.value(i, j)
  if i == j then return a[i] end
  return max(way("left", a[i] + s(i+1, j)), way("right", a[j] + s(i, j-1)))
end
function s.value(i, j)
  if i == j then return 0 end
  return min(way("left", f(i+1, j)), way("right", f(i, j-1)))
end
goal(f, 1, n)
""",
}


def trace(command):
    out = subprocess.run(command + ["-f", "trace", "-o", "-"], capture_output=True, text=True)
    if out.returncode:
        sys.exit("%s: %s" % (command, out.stderr))
    return [json.loads(line) for line in out.stdout.splitlines()]


def runs(events):
    found, name = {}, None
    for e in events[1:]:
        if e["event"] == "run":
            name = e["id"]
        found.setdefault(name, []).append(e)
    return found


def moved(at, by):
    return tuple(k + by for k in at)


def cells(events, tables, by):
    """Each cell of these tables: value, which candidates were chosen, and what was tried for it."""
    found, tried = {}, []
    bare = lambda label: label.removeprefix("k=")  # labels of files have no =
    for e in events:
        if e["event"] == "cell":
            tried = []
        elif e["event"] == "try":
            reads = sorted((t, moved(at, by)) for t, at in e.get("reads", []))
            tried.append((e.get("table"), bare(e["label"]), reads, e["value"]))
        elif e["event"] == "set" and e["table"] in tables:
            own = [t[1:] for t in tried if t[0] in (None, e["table"])]
            found[e["table"], moved(e["at"], by)] = (e["value"], [bare(k) for k in e.get("chosen", [])], own)
    return found


def calls(events, names, by):
    """Calls in their order below the first of these functions, each with its depth, and what it gave and how."""
    found, depth, frames = [], {}, {}
    for e in events:
        if e["event"] == "enter" and e["fn"] in names:
            depth[e["frame"]] = depth.get(e.get("parent"), 0) + 1
            frames[e["frame"]] = len(found)
            found.append([depth[e["frame"]], e["fn"], moved(e["args"], by), None, None])
        elif e["event"] in ("return", "memo") and e["frame"] in frames:
            if "value" in e:
                found[frames[e["frame"]]][3] = e["value"]
            found[frames[e["frame"]]][4] = e["event"]
    return found


def main():
    program, rounds = sys.argv[1], int(sys.argv[2])
    random.seed(2026)
    for name, text in FILES.items():
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
            file.write(text)
            file.flush()
            for round in range(rounds):
                if name == "lcs":
                    words = ["".join(random.choice("abc") for _ in range(random.randint(1, 6))) for _ in range(2)]
                    built, own, tables, by = words, words, ["c"], 0
                elif name == "cards":
                    row = [random.randint(1, 9) for _ in range(random.randint(1, 6))]
                    built, own, tables, by = [str(k) for k in row], [",".join(map(str, row))], ["f", "s"], 1
                else:
                    row = [random.randint(1, 9) for _ in range(random.randint(2, 7))]
                    built, own, tables, by = [str(k) for k in row], [",".join(map(str, row))], ["m"], 0
                a, b = runs(trace([program, name] + built)), runs(trace([program, file.name] + own))
                here = "%s %s" % (name, built)
                if cells(a["table"], tables, by) != cells(b["table"], tables, 0):
                    sys.exit("%s: other cells" % here)
                for run in ("plain", "memo"):
                    if run not in a and name != "cards":  # these have no run with a memo
                        continue
                    if run not in a or run not in b:
                        sys.exit("%s: no run %s" % (here, run))
                    x, y = calls(a[run], tables, by), calls(b[run], tables, 0)
                    if name == "cards":  # the game asks for the first player, and for the second after it
                        x = x[: len(y)]
                    if x != y:
                        sys.exit("%s: other calls in %s\n%s\n%s" % (here, run, x, y))
    print("3 problems, %d instances each: the same runs" % rounds)


main()
