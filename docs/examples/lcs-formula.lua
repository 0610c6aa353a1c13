title = "Longest common subsequence"
ask = "How many letters have {x} and {y} in common, in order, gaps allowed?"

x = text { length = "m", example = "ABCBDAB" }
y = text { length = "n", example = "BDCABA" }

c = recurrence({"i", 0, m, names = x}, {"j", 0, n, names = y})
c.means = "the length of a longest common subsequence of the first $i$ letters of $x$ and the first $j$ of $y$"
c.formula = [[ c[i,j] = \begin{cases} 0 & \text{if } i = 0 \text{ or } j = 0 \\ c[i-1,j-1] + 1 & \text{if } x_i = y_j \\
               \max(c[i-1,j], c[i,j-1]) & \text{otherwise} \end{cases} ]]
c.labels = {"keep", "drop x", "drop y"}

goal(c, m, n)
