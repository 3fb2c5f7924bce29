/** Terms of one source with their counts, as stored in the index. */
import { eachTerm, MENTION_TERM, titleSuffixes } from '../text/tokenise';
import type { SearchedText } from '../model/searched-text';
import type { Breathe } from '../text/breathe';

/** count of one occurrence of a term in a title */
const TITLE_WEIGHT = 2;

/** most UTF-16 units of a piece, which is tokenised without yielding */
const PIECE = 4_096;
/**
 * Ends of clauses, which no token spans: after a sentence, or after a sign and a space that occur in no name or date.
 */
const END = /[。！？；\t]|[,;:!?)\]}] /gu;

/** Splits a text into pieces of at most PIECE units: at line breaks, and long lines at the end of a clause. */
export function* piecesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    let from = 0;
    while (line.length - from > PIECE) {
      const part = line.slice(from, from + PIECE);
      let end = 0;
      for (const { 0: found, index } of part.matchAll(END)) end = index + found.length;
      if (end === 0) end = Math.max(part.lastIndexOf(' '), 0) || PIECE;
      // do not split a surrogate pair
      if (/[\ud800-\udbff]/.test(part[end - 1]!)) end -= 1;
      yield part.slice(0, end);
      from += end;
    }
    yield line.slice(from);
  }
}

/** Counts the terms of all texts; `length` is the number of tokens, for BM25. Yields between pieces of a long text. */
export async function countTerms(
  texts: readonly SearchedText[],
  breathe: Breathe,
): Promise<{ times: Map<string, number>; length: number }> {
  const times = new Map<string, number>();
  let length = 0;
  for (const { field, text, mentions = [] } of texts) {
    const weight = field === 'title' ? TITLE_WEIGHT : 1;
    for (const piece of piecesOf(text)) {
      eachTerm(piece, (term) => {
        times.set(term, (times.get(term) ?? 0) + weight);
        length += 1;
      });
      await breathe();
    }
    for (const ref of mentions) times.set(MENTION_TERM + ref, 1);
    if (field === 'title') for (const rest of titleSuffixes(text)) times.set(rest, 1);
  }
  return { times, length };
}
