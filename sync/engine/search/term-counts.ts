/** What the index stores of one source: its terms with their counts. */
import { eachTerm, titleSuffixes } from '../../text/tokenise';
import type { Breathe } from './segment';
import type { Field } from './sources';

/** a word of a title counts as if written so often */
const TITLE_WEIGHT = 2;

/** `length`: tokens of all fields, which BM25 needs. Line by line: no token crosses a line, and a long text must not hold up typing. */
export async function countTerms(
  fields: readonly Field[],
  breathe: Breathe,
): Promise<{ times: Map<string, number>; length: number }> {
  const times = new Map<string, number>();
  let length = 0;
  for (const { field, text } of fields) {
    const weight = field === 'title' ? TITLE_WEIGHT : 1;
    for (const line of text.split('\n')) {
      eachTerm(line, (term) => {
        times.set(term, (times.get(term) ?? 0) + weight);
        length += 1;
      });
      await breathe();
    }
    if (field === 'title') for (const rest of titleSuffixes(text)) times.set(rest, 1);
  }
  return { times, length };
}
