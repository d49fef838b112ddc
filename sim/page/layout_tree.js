// SPDX-License-Identifier: Apache-2.0
// Graphs without cycles, a star among them: the middle in the middle, what hangs on it around it,
// clockwise in order of numbers, and so on outwards.
(function (isobar) {
  function neighbours(run) {
    const lists = Array.from({ length: run.nodes }, () => new Set());
    for (let l = 0; l < run.links; ++l) {
      lists[run.from[l]].add(run.to[l]);
      lists[run.to[l]].add(run.from[l]);
    }
    return lists.map((list) => [...list].sort((a, b) => a - b));
  }

  /** What is left when leaves are taken away again and again; of two the one that is a switch, or
   * has more neighbours. */
  function middleOf(lists, pes) {
    const degree = lists.map((list) => list.length);
    let left = lists.map((_, node) => node);
    while (left.length > 2) {
      const leaves = left.filter((node) => degree[node] <= 1);
      for (const leaf of leaves) {
        degree[leaf] = 0;
        for (const other of lists[leaf]) --degree[other];
      }
      left = left.filter((node) => !leaves.includes(node));
    }
    const rank = (node) => (node >= pes ? 1e9 : 0) + lists[node].length;
    return left.reduce((best, node) => (rank(node) > rank(best) ? node : best));
  }

  /** By node: children in order of the least number below them, leaves below and how far out; null
   * if not all are reached. */
  function treeOf(lists, root) {
    const tree = lists.map(() => null);
    tree[root] = { depth: 0, children: [], leaves: 0 };
    const order = [root];
    for (const node of order) {
      for (const other of lists[node]) {
        if (tree[other]) continue;
        tree[other] = { depth: tree[node].depth + 1, children: [], leaves: 0 };
        tree[node].children.push(other);
        order.push(other);
      }
    }
    if (order.length !== lists.length) return null;
    for (const node of order.reverse()) {
      const at = tree[node];
      const below = at.children.reduce((sum, child) => sum + tree[child].leaves, 0);
      at.leaves = Math.max(1, below);
      at.first = at.children.reduce((least, child) => Math.min(least, tree[child].first), node);
      at.children.sort((a, b) => tree[a].first - tree[b].first);
    }
    return tree;
  }

  /** Null if the graph is no tree. */
  isobar.layoutTree = (run) => {
    const lists = neighbours(run);
    const pairs = lists.reduce((sum, list) => sum + list.length, 0) / 2;
    if (pairs !== run.nodes - 1 || treeOf(lists, 0) === null) return null;
    const root = middleOf(lists, run.pes);
    const tree = treeOf(lists, root);
    const x = new Float32Array(run.nodes);
    const y = new Float32Array(run.nodes);
    const depth = tree.reduce((most, { depth: at }) => Math.max(most, at), 1);
    const ring = Math.max(1.7, (tree[root].leaves * 1.45) / (2 * Math.PI * depth));
    const place = (node, from, to) => {
      const at = tree[node];
      const angle = node === root ? 0 : (from + to) / 2;
      x[node] = ring * at.depth * Math.sin(angle);
      y[node] = -ring * at.depth * Math.cos(angle);
      let begin = from;
      for (const child of at.children) {
        const end = begin + ((to - from) * tree[child].leaves) / at.leaves;
        place(child, begin, end);
        begin = end;
      }
    };
    // The first branch points up.
    const first = tree[root].children[0];
    const half = first === undefined ? 0 : (Math.PI * tree[first].leaves) / tree[root].leaves;
    place(root, -half, 2 * Math.PI - half);
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) geometry.curve(l, run.from[l], run.to[l], 0.07);
    return { x, y, size: 0.86, margin: 0.8, geometry };
  };
})((globalThis.isobar ??= {}));
