title = { en = "Longest common subsequence of three", zh = "三个序列的最长公共子序列" }
ask = { en = "Which is the longest sequence of letters that {x}, {y} and {z} have in common, in order, gaps allowed?", zh = "{x}、{y}、{z} 的最长公共子序列是什么？（字符次序不变，中间可以跳过字符。）" }

x = text { length = "l", example = "aab", random = { length = {3, 4}, of = "abc" } }
y = text { length = "m", example = "abac", random = { length = {3, 4}, of = "abc" } }
z = text { length = "n", example = "abc", random = { length = {3, 4}, of = "abc" } }

c = recurrence({"i", 0, l, names = x}, {"j", 0, m, names = y}, {"k", 0, n, names = z})
c.means = { en = "the length of the longest common subsequence of the first $i$ letters of $x$, the first $j$ of $y$ and the first $k$ of $z$",
            zh = "$x$ 的前 $i$ 个、$y$ 的前 $j$ 个、$z$ 的前 $k$ 个字符的最长公共子序列的长度" }
c.formula = [[ c[i,j,k] = \begin{cases} 0 & \text{if } i = 0 \text{ or } j = 0 \text{ or } k = 0 \\ c[i-1,j-1,k-1] + 1 & \text{if } x_i = y_j = z_k \\
               \max(c[i-1,j,k], c[i,j-1,k], c[i,j,k-1]) & \text{otherwise} \end{cases} ]]

function c.value(i, j, k)
  if i == 0 or j == 0 or k == 0 then return 0 end
  if x[i] == y[j] and y[j] == z[k] then return way("keep", c(i-1, j-1, k-1) + 1) end
  return max(way("x", c(i-1, j, k)),
             way("y", c(i, j-1, k)),
             way("z", c(i, j, k-1)))
end

goal(c, l, m, n)
time = [[\Theta(lmn)]]
labels = { keep = { en = "keep", zh = "留下" }, x = { en = "drop $x_i$", zh = "去掉 $x_i$" }, y = { en = "drop $y_j$", zh = "去掉 $y_j$" }, z = { en = "drop $z_k$", zh = "去掉 $z_k$" } }

solution { each = "keep", show = "{x[i]}", join = "", from = "end" }
nothing = { en = "the empty sequence", zh = "空序列" }
answer = { en = "Its length is {value}: {solution}.", zh = "长度为 {value}：{solution}。" }

local function lcs(a, b)
  local t = {}
  for i = 0, #a do
    t[i] = {}
    for j = 0, #b do
      if i == 0 or j == 0 then t[i][j] = {}
      elseif a[i] == b[j] then
        t[i][j] = table.move(t[i-1][j-1], 1, #t[i-1][j-1], 1, {})
        t[i][j][#t[i][j]+1] = a[i]
      else t[i][j] = #t[i-1][j] >= #t[i][j-1] and t[i-1][j] or t[i][j-1] end
    end
  end
  return t[#a][#b]
end
mistake("pairs", { en = "Finding one of $x$ and $y$ first and comparing that with $z$ gives {value} ({how}): the best for two need not hold the best for three.",
                   zh = "先求 $x$ 与 $y$ 的一个最长公共子序列，再拿它与 $z$ 比较，得到的长度是 {value}（{how}）：对两个最优的，对三个未必最优。" }, function()
  local two = lcs(x, y)
  local three = lcs(two, z)
  return #three, table.concat(two) .. " → " .. (#three > 0 and table.concat(three) or "–")
end)
summary = { en = "A third text is a third index; nothing else changes. Each further text multiplies the table by its length, which is why this road ends soon: for many texts the problem is NP-hard.",
            zh = "多一个序列，就多一个下标，别的都不变。每多一个，表的大小就要乘上它的长度，所以这条路走不远：序列个数不限时，这是 NP 难问题。" }
