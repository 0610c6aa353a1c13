-- A recurrence file: change it line by line, and let `handtrace try` say what looks wrong.
-- The words of such files: docs/own-problem.md.

title = { en = "The frog", zh = "青蛙过石头" }
ask = { en = "The stones cost {c}. A jump goes one or two stones on. What does the cheapest way to the last stone cost?",
        zh = "各块石头的代价是 {c}。每次可以跳到下一块或再下一块石头。到最后一块石头最少要付多少代价？" }
answer = { en = "The cheapest way costs {value}: stones {solution}.", zh = "最少的代价是 {value}，依次踩石头 {solution}。" }

-- Inputs: integer, integers, numbers, text, texts, grid.
c = integers { length = "n", least = 1, min = 0, means = { en = "costs", zh = "代价" },
               example = {2, 9, 4, 1, 6}, random = { length = {4, 7}, from = {1, 9} } }

-- The function, its indices from … to …, and what a value of it is.
f = recurrence({"i", 1, n, names = c})
f.means = { en = "the cost of the cheapest way to stone $i$", zh = "到第 $i$ 块石头的最少代价" }
f.formula = [[ f[i] = \begin{cases} c_1 & \text{if } i = 1 \\ f[1] + c_2 & \text{if } i = 2 \\
               \min(f[i-1] + c_i, f[i-2] + c_i) & \text{otherwise} \end{cases} ]]

-- How a value comes about: a number, way(…), or min, max, sum, any, all of ways.
function f.value(i)
  if i == 1 then return c[1] end
  if i == 2 then return way("one", f(1) + c[2]) end
  return min(way("one", f(i-1) + c[i]),
             way("two", f(i-2) + c[i]))
end

-- What is asked, and what the ways are called.
goal(f, n)
labels = { one = { en = "jump one", zh = "跳一块" }, two = { en = "jump two", zh = "跳两块" } }

-- The solution, from the steps of the way back, which begin at the goal.
solution(function(steps)
  local t = {}
  for _, s in ipairs(steps) do table.insert(t, 1, s.i) end
  return table.concat(t, ", ")
end)

-- A method that is tempting and wrong.
mistake("greedy", { en = "Always jumping to the cheaper of the next two stones costs {value}.",
                    zh = "每次都跳到后两块石头中较便宜的一块，代价是 {value}。" }, function()
  local i, cost = 1, c[1]
  while i < n do
    if i + 2 <= n and c[i+2] < c[i+1] then i = i + 2 else i = i + 1 end
    cost = cost + c[i]
  end
  return cost
end)

-- The value found another way, by trying everything: for `handtrace try` alone.
truth(function()
  local function cheapest(i)
    if i == n then return c[n] end
    local best = cheapest(i + 1)
    if i + 2 <= n then best = math.min(best, cheapest(i + 2)) end
    return c[i] + best
  end
  return cheapest(1)
end)
