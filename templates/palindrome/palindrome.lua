title = { en = "Longest palindromic subsequence", zh = "最长回文子序列" }
ask = { en = "How many letters of {x} can be kept, in their order, so that they read the same from both ends?",
        zh = "从{x}中划去一些字符，使留下的字符顺读、倒读都一样。最多能留下几个？" }

x = text { length = "n", example = "character", random = { length = {5, 7}, of = "abc" } }

p = recurrence({"i", 1, n, names = x}, {"j", "i", n, names = x})
p.means = { en = "the length of a longest palindromic subsequence of $x_i \\dots x_j$", zh = "子串 $x_i \\dots x_j$ 的最长回文子序列的长度" }
p.formula = [[ p[i,j] = \begin{cases} 1 & \text{if } i = j \\ 2 & \text{if } x_i = x_j \text{ and } j = i+1 \\ p[i+1,j-1] + 2 & \text{if } x_i = x_j \\
               \max(p[i+1,j], p[i,j-1]) & \text{otherwise} \end{cases} ]]
if n == 0 then p.outside = 0 end -- the empty text

function p.value(i, j)
  if i == j then return 1 end
  if x[i] == x[j] and j == i + 1 then return way("both", 2) end
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
  local text = table.concat(left) .. middle .. table.concat(right)
  if text == "" then return text, { en = "the empty text", zh = "空串" } end
  return text, { en = "*" .. plain(text) .. "*", zh = "“" .. plain(text) .. "”" }
end)
answer = { en = "At most {value} can be kept: {solution}.", zh = "最多留下 {value} 个：{solution}。" }

mistake("substring", { en = "Looking only for letters that are side by side finds no more than {how}, of length {value}: a subsequence may have gaps.", zh = "若只找连续的一段，则得到{how}，长度只有 {value}：子序列中间是可以跳过字符的。" }, function()
  local best, how = 0, ""
  for c = 2, 2 * n do -- the middle, in half letters
    local i, j = c // 2, (c + 1) // 2
    while i >= 1 and j <= n and x[i] == x[j] do i, j = i - 1, j + 1 end
    if j - i - 1 > best then best, how = j - i - 1, table.concat(x, "", i + 1, j - 1) end
  end
  return best, { en = "*" .. plain(how) .. "*", zh = "“" .. plain(how) .. "”" }
end)
summary = { en = "Compare the two ends. If they are equal, they frame a best solution of what lies between them; if they differ, at least one of them has to go. The text shrinks from outside, so the table is filled from short pieces to long ones.",
            zh = "比较两端的字符：相同，就都留下，夹住中间一段的最优解；不同，则至少要去掉其中一个。问题由外向内缩小，所以填表要从短的一段到长的一段。" }
