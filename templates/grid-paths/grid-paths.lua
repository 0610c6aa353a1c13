title = { en = "Paths through a grid", zh = "网格路径计数" }
ask = { en = "How many paths lead through a grid from its upper left cell to its lower right one, if every step goes to the right or downwards and never into a blocked cell?",
        zh = "从网格的左上角走到右下角，每步只能向右或向下，不能经过障碍格。共有多少条路径？" }

g = grid { length = {"m", "n"}, least = 1, means = { en = "grid (1: blocked)", zh = "网格（1 表示障碍）" }, min = 0, max = 1,
  example = { {0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 0} },
  random = function(draw)
    local t, columns = {}, draw(3, 5)
    for i = 1, draw(3, 5) do
      t[i] = {}
      for j = 1, columns do t[i][j] = (i + j > 2 and draw(1, 6) == 1) and 1 or 0 end
    end
    t[2][2], t[#t][columns] = 1, 0 -- something is always in the way, never at the end
    return t
  end }

p = recurrence({"i", 1, m}, {"j", 1, n})
p.means = { en = "the number of paths from the upper left cell to cell $(i,j)$", zh = "从左上角走到格子 $(i,j)$ 的路径数" }
p.formula = [[ p[i,j] = \begin{cases} 0 & \text{if } g_{i,j} = 1 \\ 1 & \text{if } i = 1 \text{ and } j = 1 \\
               p[i,j-1] & \text{if } i = 1 \\ p[i-1,j] & \text{if } j = 1 \\ p[i-1,j] + p[i,j-1] & \text{otherwise} \end{cases} ]]

function p.value(i, j)
  if g[i][j] == 1 then return 0 end
  if i == 1 and j == 1 then return 1 end
  if i == 1 then return way("left", p(i, j-1)) end
  if j == 1 then return way("above", p(i-1, j)) end
  return sum(way("above", p(i-1, j)),
             way("left", p(i, j-1)))
end

goal(p, m, n)
time = [[\Theta(mn)]]
labels = { above = { en = "from above", zh = "从上方来" }, left = { en = "from the left", zh = "从左方来" } }

solution(function() -- all of them, if they are few
  if p(m, n) == 0 or p(m, n) > 200 then return nil, { en = "", zh = "" } end
  local all = {}
  local function back(i, j, said)
    if i == 1 and j == 1 then all[#all+1] = said return end
    if i > 1 and p(i-1, j) > 0 then back(i - 1, j, "D" .. said) end
    if j > 1 and p(i, j-1) > 0 then back(i, j - 1, "R" .. said) end
  end
  back(m, n, "")
  local few = #all <= 12 and m + n > 2
  return table.concat(all, " "), { en = few and " (R: to the right, D: downwards): " .. table.concat(all, ", ") or "",
                                   zh = few and "（R 向右，D 向下）：" .. table.concat(all, "、") or "" }
end)
answer = { en = "There {value|is|are} {value} {value|path|paths}{solution}.", zh = "共有 {value} 条路径{solution}。" }

mistake("free", { en = "The formula $\\frac{(m+n-2)!}{(m-1)!\\,(n-1)!}$ gives {value}: it takes no account of blocked cells.", zh = "若套用公式 $\\frac{(m+n-2)!}{(m-1)!\\,(n-1)!}$，得到的是 {value}：它不考虑障碍。" }, function()
  if m + n > 50 then return nil end
  local c = 1
  for k = 1, m - 1 do c = c * (n - 1 + k) // k end
  return c
end)
summary = { en = "Every path enters a cell either from above or from the left, so the two numbers are added. In the first row it can only come from the left, in the first column only from above. A blocked cell has no paths.",
            zh = "每条路径进入一个格子，不是从上方就是从左方，二者不会重复，所以把两个数相加。第一行只能从左方来，第一列只能从上方来；障碍格的路径数为 0。" }
