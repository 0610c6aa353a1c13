title = { en = "Longest palindromic subsequence", zh = "最长回文子序列" }
ask = { en = "Strike out letters of {x} so that what stays reads the same from both ends. How many letters can stay?",
        zh = "从 {x} 中划去一些字符，使留下的字符顺读、倒读都一样。最多能留下几个？" }

x = text { length = "n", example = "agbdba", random = { length = {5, 7}, of = "abc" } }

p = recurrence({"i", 1, n, names = x}, {"j", "i", n, names = x})
p.means = { en = "the length of the longest palindromic subsequence of $x_i \\dots x_j$; an empty text has 0", zh = "$x_i \\dots x_j$ 的最长回文子序列的长度；空串为 0" }
p.formula = [[ p[i,j] = \begin{cases} 1 & \text{if } i = j \\ p[i+1,j-1] + 2 & \text{if } x_i = x_j \\
               \max(p[i+1,j], p[i,j-1]) & \text{otherwise} \end{cases} ]]
p.outside = 0 -- the empty text

function p.value(i, j)
  if i == j then return 1 end
  if x[i] == x[j] then return way("both", p(i+1, j-1) + 2) end
  return max(way("first", p(i+1, j)),
             way("last", p(i, j-1)))
end

goal(p, 1, n)
time = [[\Theta(n^2)]]
labels = { both = { en = "keep both ends", zh = "两端都留" }, first = { en = "drop the first", zh = "去掉首字符" }, last = { en = "drop the last", zh = "去掉末字符" } }

solution(function(steps)
  local left, middle, right = {}, "", {}
  for _, s in ipairs(steps) do
    if s.label == "both" then
      left[#left+1] = x[s.i]
      table.insert(right, 1, x[s.i])
    elseif not s.label then middle = x[s.i] end
  end
  return table.concat(left) .. middle .. table.concat(right)
end)
nothing = { en = "the empty text", zh = "空串" }
answer = { en = "At most {value} can stay: {solution}.", zh = "最多留下 {value} 个：{solution}。" }

mistake("substring", { en = "Looking only for letters that are side by side finds only {how}, of length {value}. A subsequence may have gaps.", zh = "若只找连续的一段，得到的是 {how}，长度只有 {value}。子序列中间是可以跳过字符的。" }, function()
  local best, how = 0, ""
  for c = 2, 2 * n do -- the middle, in half letters
    local i, j = c // 2, (c + 1) // 2
    while i >= 1 and j <= n and x[i] == x[j] do i, j = i - 1, j + 1 end
    if j - i - 1 > best then best, how = j - i - 1, table.concat(x, "", i + 1, j - 1) end
  end
  return best, how
end)
summary = { en = "Look at both ends. Equal ends frame the best of what lies between them; of different ends at least one has to go. So a text is reduced from outside, and the table is filled from short pieces to long ones.",
            zh = "看两端的字符：相同，就留下它们，夹住中间一段的最优解；不同，则至少要去掉一个。问题是从外向里缩小的，所以填表要从短的一段到长的一段。" }
