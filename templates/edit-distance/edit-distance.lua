title = { en = "Edit distance", zh = "编辑距离" }
ask = { en = "One step inserts a letter, deletes a letter, or changes one letter into another. How few steps turn {x} into {y}?",
        zh = "每一步可以插入一个字符、删除一个字符，或把一个字符替换成另一个。要把{x}变成{y}，最少需要多少步？" }

x = text { length = "m", example = "sunday", random = { length = {3, 5}, of = "abc" } }
y = text { length = "n", example = "saturday", random = { length = {3, 5}, of = "abc" } }

d = recurrence({"i", 0, m, names = x}, {"j", 0, n, names = y})
d.means = { en = "the smallest number of steps that turn the first $i$ letters of $x$ into the first $j$ letters of $y$",
            zh = "把 $x$ 的前 $i$ 个字符变成 $y$ 的前 $j$ 个字符所需的最少步数" }
d.formula = [[ d[i,j] = \begin{cases} j & \text{if } i = 0 \\ i & \text{if } j = 0 \\ d[i-1,j-1] & \text{if } x_i = y_j \\
               \min(d[i-1,j] + 1, d[i,j-1] + 1, d[i-1,j-1] + 1) & \text{otherwise} \end{cases} ]]

function d.value(i, j)
  if i == 0 then return j end
  if j == 0 then return i end
  if x[i] == y[j] then return way("keep", d(i-1, j-1)) end
  return min(way("delete", d(i-1, j) + 1),
             way("insert", d(i, j-1) + 1),
             way("change", d(i-1, j-1) + 1))
end

goal(d, m, n)
time = [[\Theta(mn)]]
labels = { keep = { en = "keep", zh = "保留" }, delete = { en = "delete", zh = "删除" },
           insert = { en = "insert", zh = "插入" }, change = { en = "change", zh = "替换" } }

solution(function(steps) -- from left to right: the way back is read from its end
  local t, en, zh, kept = {}, {}, {}, false
  local function keep(letter)
    t[#t+1] = "=" .. letter
    letter = plain(letter)
    if kept then -- letters kept one after another share a word
      en[#en] = en[#en] .. ", *" .. letter .. "*"
      zh[#zh] = zh[#zh] .. "、" .. letter
    else
      en[#en+1] = "keep *" .. letter .. "*"
      zh[#zh+1] = "保留 " .. letter
    end
    kept = true
  end
  local function delete(letter)
    t[#t+1] = "-" .. letter
    en[#en+1] = "delete *" .. plain(letter) .. "*"
    zh[#zh+1] = "删除 " .. plain(letter)
    kept = false
  end
  local function insert(letter)
    t[#t+1] = "+" .. letter
    en[#en+1] = "insert *" .. plain(letter) .. "*"
    zh[#zh+1] = "插入 " .. plain(letter)
    kept = false
  end
  for k = #steps, 1, -1 do
    local s = steps[k]
    if s.label == "keep" then keep(x[s.i])
    elseif s.label == "delete" then delete(x[s.i])
    elseif s.label == "insert" then insert(y[s.j])
    elseif s.label == "change" then
      t[#t+1] = x[s.i] .. "→" .. y[s.j]
      en[#en+1] = "change *" .. plain(x[s.i]) .. "* into *" .. plain(y[s.j]) .. "*"
      zh[#zh+1] = "把 " .. plain(x[s.i]) .. " 换成 " .. plain(y[s.j])
      kept = false
    else -- a border: what is left of one of the texts
      for l = 1, s.i do delete(x[l]) end
      for l = 1, s.j do insert(y[l]) end
    end
  end
  if #t == 0 then return "", { en = "nothing to do", zh = "无须改动" } end
  return table.concat(t, " "), { en = table.concat(en, ", "), zh = table.concat(zh, "，") }
end)
answer = { en = "The edit distance is {value}: {solution}.", zh = "编辑距离是 {value}。从左到右：{solution}。" }

mistake("letters", { en = "Comparing the texts letter by letter from the left takes {value} {value|step|steps}: once a letter is missing, nothing behind it lines up any more.",
                     zh = "若从左到右逐个字符对照，则需要 {value} 步：缺了一个字符，其后的字符就全部错位。" }, function()
  local steps = math.abs(m - n)
  for k = 1, math.min(m, n) do if x[k] ~= y[k] then steps = steps + 1 end end
  return steps
end)
summary = { en = "The last letters are treated in one of four ways: keep, delete, insert, change. Each leaves a pair of shorter beginnings, and there are only $(m+1)(n+1)$ such pairs.",
            zh = "对末尾字符的处理只有四种：保留、删除、插入、替换。无论哪一种，余下的都是一对更短的前缀，而这样的前缀对总共只有 $(m+1)(n+1)$ 个。" }
