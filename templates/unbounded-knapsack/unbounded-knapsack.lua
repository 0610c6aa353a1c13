title = { en = "The unbounded knapsack", zh = "完全背包问题" }
ask = { en = "A knapsack carries a weight of at most {W}. Items weigh {w} and are worth {v}; of each kind there are as many as one likes. What is the largest value that it can hold?",
        zh = "背包最多能装重量 {W}。各种物品的重量依次为 {w}，价值依次为 {v}，每种都有无限多件。背包中物品的总价值最大是多少？" }

w = integers { length = "n", means = { en = "weights", zh = "重量" }, min = 1, example = {3, 4, 6}, random = { length = {2, 4}, from = {2, 7} } }
v = integers { length = "n", means = { en = "values", zh = "价值" }, min = 0, example = {4, 6, 10}, random = { from = {2, 12} } }
W = integer { means = { en = "capacity", zh = "背包容量" }, min = 0, example = 8, random = {7, 12} }

f = recurrence({"c", 0, W})
f.means = { en = "the largest value that fits into capacity $c$", zh = "容量为 $c$ 时能得到的最大总价值" }
f.formula = [[ f[c] = \max(0, \max_{w_i \le c} (f[c-w_i] + v_i)) ]]

function f.value(c)
  local ways = { way("stop", 0) }
  for i = 1, n do
    if w[i] <= c then ways[#ways+1] = way("item", i, f(c - w[i]) + v[i]) end
  end
  return max(ways)
end

goal(f, W)
time = [[\Theta(nW)]]
labels = { stop = { en = "stop", zh = "不再装" }, item = { en = "item {}", zh = "物品 {}" } }

solution(function(steps) -- how many of each kind
  local t = {}
  for i = 1, n do t[i] = 0 end
  for _, s in ipairs(steps) do if s.label == "item" then t[s.arg] = t[s.arg] + 1 end end
  return table.concat(t, ", ")
end)
nothing = { en = "nothing", zh = "什么也不装" }
answer = { en = "The largest value is {value}; of the kinds in turn one packs {solution}.", zh = "最大总价值为 {value}；各种物品的件数依次为 {solution}。" }

rule("greedy", { en = "Always taking the item with the best value per weight that still fits gives only {value} (numbers of each kind: {how}).",
                 zh = "每次都取装得下的、单位重量价值最高的物品，只能得到 {value}（各种件数：{how}）。" }, function(c)
  local best
  for i = 1, n do if w[i] <= c and (not best or v[i] * w[best] > v[best] * w[i]) then best = i end end
  if best then return "item", best end
  return "stop"
end)
summary = { en = "Since an item may be taken again, only the capacity that is left matters, and one row is enough. The 0/1 knapsack needs a second index to remember which items are already decided.",
            zh = "物品可以重复取，所以只需记住剩余容量，一行就够了；0-1 背包则需要第二个下标，来记住哪些物品已经考虑过。" }
