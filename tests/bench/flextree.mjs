// The peer of trees.sh: reads "id parent width height label edge" lines, lays the tree out with d3-flextree and writes
// an SVG with the same labels. Whole process, as handtrace is.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const { flextree } = createRequire(process.cwd() + "/")("d3-flextree");
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const nodes = new Map();
let root = null;
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line) continue;
  const [id, parent, width, height, label, value, edge] = line.split("\t");
  const node = { size: [+width, +height], label, value, edge, children: [] };
  nodes.set(id, node);
  if (nodes.has(parent)) nodes.get(parent).children.push(node);
  else root ??= node;
}
const tree = flextree({ spacing: 9 }).hierarchy(root);
flextree({ spacing: 9 })(tree);
let left = Infinity, right = -Infinity, bottom = 0;
tree.each((n) => {
  left = Math.min(left, n.x - n.xSize / 2);
  right = Math.max(right, n.x + n.xSize / 2);
  bottom = Math.max(bottom, n.y + n.ySize);
});
const out = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${right - left} ${bottom}">`];
tree.each((n) => {
  if (n.parent) {
    out.push(`<line x1="${n.parent.x}" y1="${n.parent.y + 34}" x2="${n.x}" y2="${n.y}" stroke="black"/>`);
    out.push(`<text x="${(n.x + n.parent.x) / 2}" y="${(n.y + n.parent.y + 34) / 2}">${escape(n.data.edge)}</text>`);
  }
  out.push(`<rect x="${n.x - n.data.size[0] / 2 + 4}" y="${n.y}" width="${n.data.size[0] - 8}" height="34" fill="none" stroke="black"/>`);
  out.push(`<text x="${n.x}" y="${n.y + 14}">${escape(n.data.label)}</text><text x="${n.x}" y="${n.y + 28}">${escape(n.data.value)}</text>`);
});
out.push("</svg>");
writeFileSync(process.argv[3], out.join("\n"));
