title = { en = "Optimal binary search trees", zh = "最优二叉搜索树" }
ask = { en = "A binary search tree holds {#p} {#p|key, which is|keys, which are} looked up {p} {#p|times|times respectively}. Finding a key at depth $d$ takes $d$ comparisons (the root has depth 1). Which tree needs the fewest comparisons in all?",
        zh = "二叉搜索树中有 {#p} 个关键字，查找次数依次为 {p}。找到深度为 $d$ 的关键字需要比较 $d$ 次（根的深度为 1）。怎样的树使总比较次数最少？" }

p = integers { length = "n", means = { en = "numbers of look-ups", zh = "查找次数" }, min = 0, example = {9, 8, 7, 6}, random = { length = {3, 5}, from = {1, 20} } }

c = recurrence({"i", 1, n + 1}, {"j", "i-1", n})
c.means = { en = "the smallest number of comparisons with a search tree of the keys $i$ to $j$; the empty tree has $c[i,i-1] = 0$",
            zh = "由关键字 $i$ 到 $j$ 构成的二叉搜索树的最少总比较次数；空树的代价 $c[i,i-1] = 0$" }
c.formula = [[ c[i,j] = \begin{cases} 0 & \text{if } j = i-1 \\
               \min_{i \le r \le j} (c[i,r-1] + c[r+1,j]) + \sum_{k=i}^{j} p_k & \text{if } i \le j \end{cases} ]]

function c.value(i, j)
  if j < i then return 0 end
  local weight = 0
  for k = i, j do weight = weight + p[k] end
  local ways = {}
  for r = i, j do ways[#ways+1] = way("root", r, c(i, r-1) + c(r+1, j) + weight) end
  return min(ways)
end

goal(c, 1, n)
time = [[\Theta(n^3)]]
labels = { root = { en = "root {}", zh = "根为 {}" } }

solution(function(steps) -- the depth of each key
  local t = {}
  local function tree(s, depth)
    if s.label then
      tree(s.parts[1], depth + 1)
      t[#t+1] = depth
      tree(s.parts[2], depth + 1)
    end
  end
  if #steps > 0 then tree(steps[1], 1) end
  return table.concat(t, ", ")
end)
nothing = { en = "none", zh = "无" }
answer = { en = "A best tree needs {value} {value|comparison|comparisons}; the depths of its keys, in their order: {solution}.", zh = "最少比较 {value} 次；最优树中各关键字的深度依次为 {solution}。" }

rule("greedy", { en = "Always making the most frequent key the root takes {value} {value|comparison|comparisons} (depths {how}).",
                 zh = "若每棵子树都以查找次数最多的关键字为根，则需要比较 {value} 次（深度依次为 {how}）。" }, function(i, j)
  local best = i
  for r = i, j do if p[r] > p[best] then best = r end end
  return "root", best
end)
summary = { en = "Some key $r$ is the root. Its subtrees hold the keys $i$ to $r-1$ and $r+1$ to $j$, and each must be best for itself. In the tree all their keys lie one level deeper, and the root takes one comparison: so the sum of all look-ups from $i$ to $j$ is added once.",
            zh = "设根为关键字 $r$，则左、右子树分别由关键字 $i$ 到 $r-1$ 和 $r+1$ 到 $j$ 构成，且各自最优。接到根下之后，其中的关键字都深一层，根本身也要比较一次，所以要加上 $i$ 到 $j$ 的查找次数之和。" }
