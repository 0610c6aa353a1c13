title = { en = "The 0/1 knapsack", zh = "0-1 背包问题" }
ask = { en = "A knapsack carries a weight of at most {W}. Of {#w} {#w|item|items}, with {#w|weight|weights} {w} and {#w|value|values} {v}, which should be packed so that the total value is largest? Each can be packed once.",
        zh = "背包最多能装重量 {W}。有 {#w} 件物品，重量依次为 {w}，价值依次为 {v}，每件至多装一次。应当装哪几件，才能使总价值最大？" }

w = integers { length = "n", means = { en = "weights", zh = "重量" }, min = 0, example = {1, 2, 2, 2, 2}, random = { length = {3, 5}, from = {1, 6} } }
v = integers { length = "n", means = { en = "values", zh = "价值" }, min = 0, example = {5, 9, 7, 4, 8}, random = { from = {1, 9} } }
W = integer { means = { en = "capacity", zh = "背包容量" }, min = 0, example = 6, random = {6, 10} }

f = recurrence({"i", 0, n}, {"c", 0, W})
f.means = { en = "the largest total value of some of the first $i$ items whose weights add up to at most $c$",
            zh = "只考虑前 $i$ 件物品、容量为 $c$ 时的最大总价值" }
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

solution(function(steps) -- from the end: the items in their order
  local t, weights, values, weight = {}, {}, {}, 0
  for k = #steps, 1, -1 do
    if steps[k].label == "take" then
      local i = steps[k].i
      t[#t+1], weights[#weights+1], values[#values+1], weight = i, w[i], v[i], weight + w[i]
    end
  end
  if #t == 0 then return "", { en = ": no item fits", zh = "：一件也不装" } end
  local sum = #t > 1 and " = " .. table.concat(values, " + ") or ""
  local weighing = #t > 1 and table.concat(weights, " + ") .. " = " or ""
  return table.concat(t, ", "),
         { en = sum .. ", with " .. (#t > 1 and "items " or "item ") .. table.concat(t, ", ") .. " of weight " .. weighing .. weight,
           zh = sum .. "，装入物品 " .. table.concat(t, "、") .. "，重量为 " .. weighing .. weight }
end)
answer = { en = "The largest value is {value}{solution}.", zh = "最大总价值为 {value}{solution}。" }

mistake("greedy", { en = "Packing by value per weight, best first ({how}), gives only {value}: the room that is left is too small for what would be worth most.",
                    zh = "按单位重量的价值从高到低依次装入（物品 {how}），只能得到 {value}：剩余容量装不下价值更高的物品。" }, function()
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
  return got, { en = (#how > 1 and "items " or "item ") .. table.concat(how, ", "), zh = table.concat(how, "、") }
end)
summary = { en = "Item $i$ is either left out or packed. What remains is the same problem with one item fewer and, if it is packed, with capacity $c-w_i$. There are $(n+1)(W+1)$ cells: the work grows with the value of $W$, not with the number of its digits, so it is not polynomial in the size of the input.",
            zh = "对第 $i$ 件物品只有两种选择：不装或装入。余下的是同类子问题：物品少一件；若装入，容量减为 $c-w_i$。一共 $(n+1)(W+1)$ 个单元格：工作量随 $W$ 的数值增长，而不是随它的位数增长，所以这是伪多项式时间算法。" }
