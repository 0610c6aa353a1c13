title = { en = "Breaking a text into words", zh = "单词拆分" }
ask = { en = "Can {x} be written without gaps as words of the list {words}, each as often as one likes?", zh = "词表是 {words}，每个词可以用任意多次。能否把 {x} 恰好切分成词表中的词？" }

x = text { length = "n", example = { en = "mangold", zh = "研究生命起源" }, random = { length = {5, 8}, of = "ab" } }
words = texts { length = "m", means = { en = "words", zh = "词表" }, example = { en = {"man", "mango", "go", "gold", "old"}, zh = {"研究", "研究生", "生命", "起源"} },
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

b = recurrence({"j", 0, n, names = x})
b.means = { en = "the first $j$ letters of $x$ can be broken into words", zh = "$x$ 的前 $j$ 个字能切分成词表中的词" }
b.formula = { en = [[ b[j] = \begin{cases} \text{true} & \text{if } j = 0 \\ \text{some word ends at } j \text{ whose beginning has } b[i] & \text{if } j > 0 \end{cases} ]],
              zh = [[ b[j] = \begin{cases} \text{真} & \text{若 } j = 0 \\ \text{有一个词止于 } j \text{，且在它之前的 } b[i] \text{ 为真} & \text{若 } j > 0 \end{cases} ]] }

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
time = [[\Theta(mn)]]
labels = { word = "{}" }

solution { each = "word", show = "{arg}", join = " ", from = "end" }
nothing = { en = "no word at all", zh = "一个词也不用" }
answer = { en = "Yes: {solution}.", zh = "能：{solution}。" }
impossible = { en = "No, {x} cannot be broken into these words.", zh = "不能，{x} 无法切分成这些词。" }

mistake("longest", { en = "Taking the longest word that fits, from the left, ends at {how}.", zh = "从左向右，每次取最长的词（最大匹配法），得到 {how}。" }, function()
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
  if i < n then t[#t+1] = table.concat(x, "", i + 1, n) .. "?" end
  return i == n, table.concat(t, " | ")
end)
summary = { en = "Only where the last word begins matters, not how the letters before it were broken. A text of $n$ letters can be broken in $2^{n-1}$ ways, but it has only $n+1$ beginnings.",
            zh = "要紧的只是最后一个词从哪里开始，前面怎样切分无关紧要。$n$ 个字的文本有 $2^{n-1}$ 种切法，而前缀只有 $n+1$ 个。" }
