title = { en = "Breaking a text into words", zh = "单词拆分" }
ask = { en = "Can {x} be split into words of the list {words}, each used any number of times?", zh = "词表由{words}组成，每个词可以用任意多次。能否把{x}恰好切分成词表中的词？" }

x = text { length = "n", example = { en = "notoday", zh = "结合成分子时" }, random = { length = {5, 8}, of = "ab" } }
words = texts { length = "m", means = { en = "words", zh = "词表" }, example = { en = {"no", "not", "to", "day", "today"}, zh = {"结", "结合", "合", "合成", "成", "成分", "分子", "时"} },
  random = function(draw)
    local t, seen = {}, {}
    while #t < 3 do
      local word = ""
      for _ = 1, draw(1, 3) do word = word .. (draw(1, 2) == 1 and "a" or "b") end
      if not seen[word] then
        seen[word] = true
        t[#t+1] = word
      end
    end
    return t
  end }

local listed = {}
for _, word in ipairs(words) do listed[word] = true end
w = {} -- w[i][j] is 1 if the letters i + 1 to j make a word of the list
for i = 0, n do
  w[i] = {}
  for j = 0, n do w[i][j] = (i < j and listed[table.concat(x, "", i + 1, j)]) and 1 or 0 end
end

b = recurrence({"j", 0, n, names = x})
b.means = { en = "*true* if the first $j$ letters of $x$ can be split into words of the list, otherwise *false*; $w_{i,j}$ is 1 if the letters $x_{i+1} \\dots x_j$ are such a word, otherwise 0",
            zh = "“$x$ 的前 $j$ 个字能切分成词表中的词”的真假；若 $x_{i+1} \\dots x_j$ 是词表中的词，则 $w_{i,j} = 1$，否则 $w_{i,j} = 0$" }
b.formula = [[ b[j] = \begin{cases} \text{true} & \text{if } j = 0 \\ \bigvee_{0 \le i < j, w_{i,j} = 1} b[i] & \text{if } j > 0 \end{cases} ]]

function b.value(j)
  if j == 0 then return true end
  local ways = {}
  for _, word in ipairs(words) do
    local i = j - utf8.len(word)
    if i >= 0 and table.concat(x, "", i + 1, j) == word then ways[#ways+1] = way("word", word, b(i)) end
  end
  return any(ways)
end

goal(b, n)
time = [[\Theta(n^2)]]
labels = { word = "{}" }

solution(function(steps) -- from the end: the words in their order
  local t, en, zh = {}, {}, {}
  for k = #steps, 1, -1 do
    if steps[k].label == "word" then
      local word = tostring(steps[k].arg)
      t[#t+1], en[#en+1], zh[#zh+1] = word, "*" .. plain(word) .. "*", plain(word)
    end
  end
  if #t == 0 then return "", { en = "the empty text needs no word", zh = "空串无须切分" } end
  return table.concat(t, " "), { en = table.concat(en, " \\| "), zh = table.concat(zh, "／") }
end)
answer = { en = "Yes: {solution}.", zh = "能：{solution}。" }
impossible = { en = "No: {x} cannot be split into these words.", zh = "不能：{x}无法切分成这些词。" }

mistake("longest", { en = "Always taking the longest word that fits, from the left, {how}.", zh = "若从左向右每次取最长的词（最大匹配法），则{how}。" }, function()
  local i, t = 0, {}
  while i < n do
    local best
    for _, word in ipairs(words) do
      local k = utf8.len(word)
      if i + k <= n and table.concat(x, "", i + 1, i + k) == word and (not best or k > utf8.len(best)) then best = word end
    end
    if not best then break end
    t[#t+1] = best
    i = i + utf8.len(best)
  end
  local en, zh, rest = {}, {}, plain(table.concat(x, "", i + 1, n))
  for k = 1, #t do en[k], zh[k] = "*" .. plain(t[k]) .. "*", plain(t[k]) end
  return i == n, { en = (#t > 0 and "begins with " .. table.concat(en, " \\| ") .. " and " or "") .. "is left with *" .. rest .. "*, which begins with no word of the list",
                   zh = (#t > 0 and "先切出“" .. table.concat(zh, "／") .. "”，" or "") .. "剩下的“" .. rest .. "”无法切分" }
end)
summary = { en = "Only where the last word begins matters, not how the letters before it are split. A text of $n$ letters can be divided in $2^{n-1}$ ways, but it has only $n+1$ beginnings.",
            zh = "只需考虑最后一个词的起点，与前面如何切分无关。$n$ 个字的文本有 $2^{n-1}$ 种切法，而前缀只有 $n+1$ 个。" }
