/** Text as a search compares it: case and full-width forms do not matter, traditional and simplified characters do. */
export const searchable = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** True where every word of the search is in one of the texts. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = searchable(search).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return true;
  const all = searchable(texts.join('\n'));
  return words.every((word) => all.includes(word));
}

/**
 * The query that follows a trigger character, up to the caret; null without one. The full-width form of the trigger counts (＠ for @).
 * A trigger inside a Latin word is ordinary text, as in an e-mail address; after a CJK character it counts, as CJK text has no spaces.
 */
export function queryAfterTrigger(
  text: string,
  caret: number,
  trigger: string,
): { start: number; query: string } | null {
  const before = text.slice(0, caret);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (before[at] === '\n') return null;
    if (before[at]!.normalize('NFKC') !== trigger) continue;
    if (at > 0 && /[\p{Script=Latin}\p{N}._%+-]/u.test(before[at - 1]!)) return null;
    return { start: at, query: before.slice(at + 1) };
  }
  return null;
}
