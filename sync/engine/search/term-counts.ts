/** Terms of one source with their counts, as stored in the index. */
import { eachTerm, MENTION_TERM, titleSuffixes } from '../../text/tokenise';
import type { Breathe } from './segment';
import type { Field } from './sources';

/** factor of terms in a title */
const TITLE_WEIGHT = 2;

/**
 * Counts the terms of all fields; `length` is the number of tokens, for BM25. Works line by line: no token spans lines,
 * and a long text must not block typing.
 */
export async function countTerms(
  fields: readonly Field[],
  breathe: Breathe,
): Promise<{ times: Map<string, number>; length: number }> {
  const times = new Map<string, number>();
  let length = 0;
  for (const { field, text, mentions = [] } of fields) {
    const weight = field === 'title' ? TITLE_WEIGHT : 1;
    for (const line of text.split('\n')) {
      eachTerm(line, (term) => {
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
