/** Terms of one source with their counts, as stored in the index. */
import { eachTerm, MENTION_TERM, titleSuffixes } from '../text/tokenise';
import type { SearchedText } from '../model/searched-text';
import type { Breathe } from '../text/breathe';

/** factor of terms in a title */
const TITLE_WEIGHT = 2;

/** UTF-16 units of text that are read without yielding */
const PIECE = 4_096;
/** A place that no token spans: behind a sentence, or behind a sign and a space that neither a name nor a date has. */
const END = /[。！？；\t]|[,;:!?)\]}] /gu;

/** A text in pieces that are tokenised one by one: its lines, and long lines at the end of a clause. */
export function* piecesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    let from = 0;
    while (line.length - from > PIECE) {
      const part = line.slice(from, from + PIECE);
      let end = 0;
      for (const { 0: found, index } of part.matchAll(END)) end = index + found.length;
      if (end === 0) end = Math.max(part.lastIndexOf(' '), 0) || PIECE;
      // half of a character belongs to the next piece
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
