title = { en = "The optimal search tree", zh = "最优二叉搜索树" }
ask = { en = "Keys 1 to {#p} are looked up {p} times. Finding a key at depth $d$ (the root has depth 1) takes $d$ comparisons. Which search tree needs the fewest comparisons in all?",
        zh = "关键字 1 到 {#p} 的查找次数依次为 {p}。找到深度为 $d$ 的关键字需要比较 $d$ 次（根的深度为 1）。怎样的二叉搜索树使总比较次数最少？" }

p = integers { length = "n", means = { en = "look-ups", zh = "查找次数" }, min = 0, example = {9, 8, 7, 6}, random = { length = {3, 5}, from = {1, 20} } }

c = recurrence({"i", 1, n + 1}, {"j", "i-1", n})
c.means = { en = "the smallest number of comparisons in a search tree of the keys $i$ to $j$; $c[i,i-1]$ is the empty tree",
            zh = "由关键字 $i$ 到 $j$ 构成的二叉搜索树的最少总比较次数；$c[i,i-1]$ 表示空树" }
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
labels = { root = { en = "root {}", zh = "根 {}" } }

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
answer = { en = "The best tree needs {value} comparisons; the depths of its keys, in order: {solution}.", zh = "最少比较 {value} 次；最优树中各关键字的深度依次为：{solution}。" }

rule("greedy", { en = "Putting the key that is looked up most at the root of every subtree costs {value} comparisons (depths {how}).",
                 zh = "让每棵子树都以查找最多的关键字为根，需要比较 {value} 次（深度依次为 {how}）。" }, function(i, j)
  local best = i
  for r = i, j do if p[r] > p[best] then best = r end end
  return "root", best
end)
summary = { en = "Some key is the root. Both subtrees hold neighbouring keys, are best for themselves, and hang one level deeper: that is why the weight of all keys is added once at each level.",
            zh = "总有一个关键字是根。左右子树各由一段相邻的关键字构成，各自最优，并且都下沉一层：所以每一层都要加一次这一段的总查找次数。" }
