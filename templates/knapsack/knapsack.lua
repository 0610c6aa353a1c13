title = { en = "The 0/1 knapsack", zh = "0-1 背包问题" }
ask = { en = "A knapsack carries a weight of at most {W}. The items weigh {w} and are worth {v}. Which of them should be packed, each at most once, so that their total value is largest?",
        zh = "背包最多能装重量 {W}。各件物品的重量依次为 {w}，价值依次为 {v}。每件物品至多装一次，应当装哪几件，才能使总价值最大？" }

w = integers { length = "n", means = { en = "weights", zh = "重量" }, min = 0, example = {1, 3, 4, 5}, random = { length = {3, 5}, from = {1, 6} } }
v = integers { length = "n", means = { en = "values", zh = "价值" }, min = 0, example = {1, 4, 5, 7}, random = { from = {1, 9} } }
W = integer { means = { en = "capacity", zh = "背包容量" }, min = 0, example = 7, random = {6, 10} }

f = recurrence({"i", 0, n}, {"c", 0, W})
f.means = { en = "the largest value that fits into capacity $c$ if only the first $i$ items may be packed",
            zh = "只考虑前 $i$ 件物品、容量为 $c$ 时能得到的最大总价值" }
f.formula = [[ f[i,c] = \begin{cases} 0 & \text{if } i = 0 \\ f[i-1,c] & \text{if } w_i > c \\
               \max(f[i-1,c], f[i-1,c-w_i] + v_i) & \text{otherwise} \end{cases} ]]

function f.value(i, c)
  if i == 0 then return 0 end
  if w[i] > c then return way("leave", f(i-1, c)) end
  return max(way("leave", f(i-1, c)),
             way("take", f(i-1, c - w[i]) + v[i]))
end

goal(f, n, W)
time = [[\Theta(nW)]]
labels = { leave = { en = "leave", zh = "不装" }, take = { en = "take", zh = "装入" } }

solution { each = "take", show = "{i}", join = ", ", from = "end" }
nothing = { en = "none", zh = "无" }
answer = { en = "The largest value is {value}; the items packed: {solution}.", zh = "最大总价值为 {value}，装入的物品编号：{solution}。" }

mistake("greedy", { en = "Packing by value per weight, best first (items {how}), gives only {value}: the room that is left is too small for what would be worth most.",
                    zh = "按单位重量的价值从高到低依次装入（编号 {how}），只能得到 {value}：剩下的空间装不进更值钱的物品。" }, function()
  local order, left, got, how = {}, W, 0, {}
  for i = 1, n do order[i] = i end
  table.sort(order, function(a, b)
    local p, q = v[a] * w[b], v[b] * w[a]
    if p ~= q then return p > q end
    return a < b
  end)
  for _, i in ipairs(order) do
    if w[i] <= left then left, got = left - w[i], got + v[i]; how[#how+1] = i end
  end
  return got, table.concat(how, ", ")
end)
summary = { en = "For each item there is one question: in or out? The rest is the same problem with fewer items and, if it is in, less room. The work is $nW$ cells: it grows with the number $W$ itself, not with its length, so it is not polynomial in the size of the input.",
            zh = "对每件物品只问一件事：装还是不装？剩下的是物品更少、（若装入则）容量更小的同一问题。一共填 $nW$ 个格子：工作量随 $W$ 的数值增长，而不是随它的位数增长，所以这是伪多项式时间算法。" }
