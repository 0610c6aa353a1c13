title = { en = "The unbounded knapsack", zh = "完全背包问题" }
ask = { en = "A knapsack carries a weight of at most {W}. There {#w|is|are} {#w} {#w|kind|kinds} of items, with {#w|weight|weights} {w} and {#w|value|values} {v}, any number of each. What is the largest total value that can be packed?",
        zh = "背包最多能装重量 {W}。有 {#w} 种物品，重量依次为 {w}，价值依次为 {v}，每种都有无限多件。背包中物品的总价值最大是多少？" }

w = integers { length = "n", means = { en = "weights", zh = "重量" }, min = 1, example = {2, 3, 5}, random = { length = {2, 4}, from = {2, 7} } }
v = integers { length = "n", means = { en = "values", zh = "价值" }, min = 0, example = {2, 4, 7}, random = { from = {2, 12} } }
W = integer { means = { en = "capacity", zh = "背包容量" }, min = 0, example = 9, random = {7, 12} }

f = recurrence({"c", 0, W})
f.means = { en = "the largest total value of items whose weights add up to at most $c$", zh = "容量为 $c$ 时的最大总价值" }
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
  local en, zh = {}, {}
  for i = 1, n do
    if t[i] > 0 then
      en[#en+1] = t[i] .. " of kind " .. i
      zh[#zh+1] = "第 " .. i .. " 种 " .. t[i] .. " 件"
    end
  end
  return table.concat(t, ", "), { en = #en > 0 and table.concat(en, ", ") or "nothing", zh = #zh > 0 and table.concat(zh, "，") or "什么也不装" }
end)
answer = { en = "The largest value is {value}: {solution}.", zh = "最大总价值为 {value}：{solution}。" }

rule("greedy", { en = "Always taking the item with the highest value per weight that still fits gives only {value}: {how}.",
                 zh = "若每次都取装得下的、单位重量价值最高的物品，则只能得到 {value}：{how}。" }, function(c)
  local best
  for i = 1, n do if w[i] <= c and (not best or v[i] * w[best] > v[best] * w[i]) then best = i end end
  if best then return "item", best end
  return "stop"
end)
summary = { en = "Either nothing more is packed, or some item $i$ is, and the rest is a best packing for $c-w_i$. Since an item may be taken again, the remaining capacity is the only index that is needed; the 0/1 knapsack needs a second one, for the items already decided.",
            zh = "要么不再装，要么再装一件物品 $i$，余下的是容量 $c-w_i$ 的最优装法。物品可以重复取，所以只需以剩余容量为下标，一行就够了；0-1 背包还需要第二个下标，表示哪些物品已经考虑过。" }
