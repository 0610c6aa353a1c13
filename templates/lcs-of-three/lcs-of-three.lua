title = { en = "Longest common subsequence of three", zh = "三个序列的最长公共子序列" }
ask = { en = "Find a longest common subsequence of {x}, {y} and {z}: letters that stand in all three in the same order, gaps allowed.", zh = "求{x}、{y}和{z}的最长公共子序列（字符的次序不变，中间可以跳过字符）。" }

x = text { length = "l", example = "aba", random = { length = {3, 4}, of = "abc" } }
y = text { length = "m", example = "babc", random = { length = {3, 4}, of = "abc" } }
z = text { length = "n", example = "bacc", random = { length = {3, 4}, of = "abc" } }

c = recurrence({"i", 0, l, names = x}, {"j", 0, m, names = y}, {"k", 0, n, names = z})
c.means = { en = "the length of a longest common subsequence of the first $i$ letters of $x$, the first $j$ of $y$ and the first $k$ of $z$",
            zh = "由 $x$ 的前 $i$ 个、$y$ 的前 $j$ 个、$z$ 的前 $k$ 个字符构成的三个前缀的最长公共子序列的长度" }
c.formula = [[ c[i,j,k] = \begin{cases} 0 & \text{if } i = 0 \text{ or } j = 0 \text{ or } k = 0 \\ c[i-1,j-1,k-1] + 1 & \text{if } x_i = y_j = z_k \\
               \max(c[i-1,j,k], c[i,j-1,k], c[i,j,k-1]) & \text{otherwise} \end{cases} ]]

function c.value(i, j, k)
  if i == 0 or j == 0 or k == 0 then return 0 end
  if x[i] == y[j] and y[j] == z[k] then return way("keep", c(i-1, j-1, k-1) + 1) end
  return max(way("x", i, c(i-1, j, k)),
             way("y", j, c(i, j-1, k)),
             way("z", k, c(i, j, k-1)))
end

goal(c, l, m, n)
time = [[\Theta(lmn)]]
labels = { keep = { en = "keep", zh = "留下" }, x = { en = "drop $x_{{}}$", zh = "去掉 $x_{{}}$" },
           y = { en = "drop $y_{{}}$", zh = "去掉 $y_{{}}$" }, z = { en = "drop $z_{{}}$", zh = "去掉 $z_{{}}$" } }

solution(function(steps) -- from the end: the letters that are kept, in their order
  local t = {}
  for k = #steps, 1, -1 do if steps[k].label == "keep" then t[#t+1] = x[steps[k].i] end end
  local text = table.concat(t)
  if #t == 0 then return "", { en = "the empty sequence", zh = "空序列" } end
  return text, { en = "*" .. plain(text) .. "*", zh = "“" .. plain(text) .. "”" }
end)
answer = { en = "A longest common subsequence is {solution}, of length {value}.", zh = "最长公共子序列为{solution}，长度为 {value}。" }

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
mistake("pairs", { en = "Taking a longest common subsequence of $x$ and $y$ first, {how}, gives {value}: a longest one of two texts need not contain a longest one of all three.",
                   zh = "若先求 $x$ 与 $y$ 的一个最长公共子序列，{how}，得到的长度只有 {value}：两个序列的最长公共子序列未必含有三个序列的最长公共子序列。" }, function()
  local two = lcs(x, y)
  local three = lcs(two, z)
  local text = plain(table.concat(two))
  return #three, { en = "*" .. text .. "*, and comparing it with $z$", zh = "如“" .. text .. "”，再求它与 $z$ 的最长公共子序列" }
end)
summary = { en = "If the last letters of all three texts are equal, that letter may be kept; otherwise one of the three last letters is not in the subsequence and can be dropped. A third text needs a third index. The table grows with the product of the lengths; for any number of texts the problem is NP-hard.",
            zh = "三个前缀的末字符都相同，就可以留下它；否则其中至少有一个不在公共子序列中，可以去掉。多一个序列，就多一个下标。表的大小是各序列长度之积，序列较多时不可行；序列个数不限时，这是 NP 难问题。" }
