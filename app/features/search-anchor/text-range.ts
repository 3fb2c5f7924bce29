/** The range of characters in a text that several nodes hold together. */
export function rangeIn(nodes: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let begin = 0;
  for (const node of nodes) {
    const end = begin + node.data.length;
    if (from >= begin && from < end) range.setStart(node, from - begin);
    if (to > begin && to <= end) range.setEnd(node, to - begin);
    begin = end;
  }
  return range;
}
