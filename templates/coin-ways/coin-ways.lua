title = { en = "Ways to make change", zh = "零钱兑换的方案数" }
ask = { en = "In how many ways can {n} be paid with coins of {c}, any number of each kind, if their order does not matter?",
        zh = "有面值为 {c} 的硬币，每种都有无限多枚。不计次序，恰好凑出 {n} 共有多少种方案？" }

c = integers { length = "m", means = { en = "coins", zh = "面值" }, min = 1, example = {1, 2, 5}, random = { length = {2, 4}, from = {1, 6}, sorted = true, distinct = true } }
n = integer { means = { en = "amount", zh = "金额" }, min = 0, example = 6, random = {5, 9} }

for i = 1, m do
  for k = 1, i - 1 do
    if c[i] == c[k] then error("the coin " .. c[i] .. " is given twice") end
  end
end

f = recurrence({"i", 0, m}, {"a", 0, n})
f.means = { en = "the number of ways to pay the amount $a$ with the first $i$ kinds of coins", zh = "只用前 $i$ 种硬币凑出金额 $a$ 的方案数" }
f.formula = [[ f[i,a] = \begin{cases} 1 & \text{if } a = 0 \\ 0 & \text{if } i = 0 \text{ and } a > 0 \\ f[i-1,a] & \text{if } c_i > a \\
               f[i-1,a] + f[i,a-c_i] & \text{otherwise} \end{cases} ]]

function f.value(i, a)
  if a == 0 then return 1 end
  if i == 0 then return 0 end
  if c[i] > a then return way("without", c[i], f(i-1, a)) end
  return sum(way("without", c[i], f(i-1, a)),
             way("with", c[i], f(i, a - c[i])))
end

goal(f, m, n)
time = [[\Theta(mn)]]
labels = { without = { en = "without coin {}", zh = "不用面值 {}" }, with = { en = "one more coin {}", zh = "再用一枚 {}" } }

solution(function() -- all of them, if they are few
  local all = {}
  local function go(i, left, said)
    if #all > 40 then return end
    if left == 0 then all[#all+1] = said:sub(4) return end
    if i == 0 then return end
    if c[i] <= left then go(i, left - c[i], said .. " + " .. c[i]) end
    go(i - 1, left, said)
  end
  go(m, n, "")
  local few = #all > 0 and #all <= 12 and n > 0
  local text
  if #all <= 40 then text = table.concat(all, "; ") end
  return text, { en = few and ": " .. table.concat(all, "; ") or "", zh = few and "：" .. table.concat(all, "；") or "" }
end)
answer = { en = "There {value|is|are} {value} {value|way|ways}{solution}.", zh = "共有 {value} 种方案{solution}。" }

mistake("order", { en = "The shorter recurrence $g[a] = \\sum_{c_k \\le a} g[a-c_k]$ with $g[0] = 1$ gives {value}: it counts sequences, so that 1 + 2 and 2 + 1 are two.",
                   zh = "若只用一个下标，写成 $g[a] = \\sum_{c_k \\le a} g[a-c_k]$（$g[0] = 1$），得到的是 {value}：它把次序也计入，1 + 2 与 2 + 1 算成了两种。" }, function()
  local g = { [0] = 1 }
  for a = 1, n do
    g[a] = 0
    for k = 1, m do if c[k] <= a then g[a] = g[a] + g[a - c[k]] end end
  end
  return g[n]
end)
summary = { en = "To count each way once, the kinds of coins are decided in a fixed order: either no more of kind $i$, or one more of it. Every way belongs to exactly one of the two cases, so their numbers are added.",
            zh = "要使每种方案只数一次，就按固定的次序考虑各种硬币：第 $i$ 种要么不再使用，要么再用一枚。每种方案恰好属于其中一类，所以把两个数相加。" }
