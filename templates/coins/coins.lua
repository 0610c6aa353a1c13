title = { en = "Fewest coins", zh = "最少硬币问题" }
ask = { en = "There are coins of {c}, any number of each kind. What is the smallest number of them that makes exactly {n}?",
        zh = "有面值为 {c} 的硬币，每种都有无限多枚。恰好凑出 {n}，最少要用几枚？" }

c = integers { length = "m", means = { en = "coins", zh = "面值" }, min = 1, example = {1, 5, 6}, random = { length = {2, 4}, from = {1, 8}, sorted = true, distinct = true } }
n = integer { means = { en = "amount", zh = "金额" }, min = 0, example = 10, random = {7, 14} }

f = recurrence({"a", 0, n})
f.means = { en = "the smallest number of coins that make the amount $a$; it is $\\infty$ if none do, and so is a minimum over no coin", zh = "凑出金额 $a$ 所需的最少硬币数；凑不出时为 $\\infty$（没有 $c_k \\le a$ 时，最小值也取 $\\infty$）" }
f.formula = [[ f[a] = \begin{cases} 0 & \text{if } a = 0 \\ \min_{c_k \le a} (f[a-c_k] + 1) & \text{if } a > 0 \end{cases} ]]

function f.value(a)
  if a == 0 then return 0 end
  local ways = {}
  for k = 1, m do
    if c[k] <= a then ways[#ways+1] = way("coin", c[k], f(a - c[k]) + 1) end
  end
  return min(ways)
end

goal(f, n)
time = [[\Theta(mn)]]
labels = { coin = { en = "coin {}", zh = "用 {}" } }

solution(function(steps)
  local t = {}
  for _, s in ipairs(steps) do t[#t+1] = s.arg end
  table.sort(t, function(p, q) return p > q end)
  return table.concat(t, " + ")
end)
nothing = { en = "no coin at all", zh = "不用硬币" }
answer = { en = "The smallest number of coins is {value}: {solution}.", zh = "最少要用 {value} 枚：{solution}。" }
impossible = { en = "No coins of these make exactly {n}.", zh = "用这些硬币凑不出 {n}。" }

mistake("greedy", { en = "Always taking the largest coin that fits {how}.", zh = "每次都取不超过余额的最大硬币，{how}。" }, function()
  local left, t = n, {}
  while left > 0 do
    local best
    for k = 1, m do if c[k] <= left and (not best or c[k] > best) then best = c[k] end end
    if not best then
      local en, zh = "is stuck at once", "一开始就无硬币可取"
      if #t > 0 then
        en = "gets stuck: after " .. table.concat(t, " + ") .. " no coin fits the remaining " .. left
        zh = "取 " .. table.concat(t, " + ") .. " 之后，余下的 " .. left .. " 就凑不出了"
      end
      return inf, { en = en, zh = zh }
    end
    left = left - best
    t[#t+1] = best
  end
  local how = table.concat(t, " + ")
  return #t, { en = "needs " .. #t .. " coins: " .. how, zh = "要用 " .. #t .. " 枚：" .. how }
end)
summary = { en = "Some coin $c_k$ is the last one laid down, and the coins before it make $a-c_k$ with as few as possible. Which coin is the last is not known, so every one that fits is tried.",
            zh = "设最后一枚硬币的面值为 $c_k$，则其余硬币必以最少的枚数凑出 $a-c_k$。最后一枚究竟是哪一种事先不知道，因此逐一考察每种不超过 $a$ 的硬币。" }
