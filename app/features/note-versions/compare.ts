/** The difference between two texts of a note: by block, and within a changed block by word. */
import { diffArrays } from 'diff';
import type { NoteBlock } from '../../../sync/merge/note-blocks';
import { plain } from '../../../sync/merge/note-blocks';
import { writeMarkdown } from '../../../sync/merge/note-markdown';

export type Difference = 'same' | 'added' | 'removed';
export interface Part {
  difference: Difference;
  text: string;
}
/** A block as it is shown. `changed`: words were added or removed in it; without such words only its form changed. */
export interface ComparedBlock {
  difference: Difference | 'changed';
  block: NoteBlock;
  /** the earlier form of a changed block */
  before?: NoteBlock;
  parts: Part[];
}

/** The words of a block; a block without words of its own as Markdown. */
export const blockText = (block: NoteBlock): string => {
  if (block.type === 'block') return plain(block.inline);
  return block.type === 'code' ? block.text : writeMarkdown([block]);
};

let segmenter: Intl.Segmenter | undefined;
/** Words and the characters between them; also of Chinese, Japanese and Korean. */
const wordsOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })).segment(text)].map(
    ({ segment }) => segment,
  );

/** steps of the comparison after which two texts count as different as a whole */
const WORD_EDITS_MAX = 400;
/** the same, for blocks */
const BLOCK_EDITS_MAX = 2_000;
/** blocks among which the one that a block became is looked for */
const LOOK_AHEAD = 8;
/** share of words that two blocks have in common if one became the other */
const ALIKE = 0.4;

const part = (difference: Difference, text: string): Part[] => (text === '' ? [] : [{ difference, text }]);

/** The words of a changed block; null if the two have little in common. */
function compareWords(then: string, now: string): Part[] | null {
  const [a, b] = [wordsOf(then), wordsOf(now)];
  const steps = diffArrays(a, b, { maxEditLength: WORD_EDITS_MAX });
  if (!steps) return null;
  const common = steps.reduce((n, { added, removed, value }) => (added || removed ? n : n + value.join('').length), 0);
  if (common < ALIKE * Math.max(then.length, now.length)) return null;
  return steps.flatMap(({ added, removed, value }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  );
}

const whole = (difference: Difference, block: NoteBlock): ComparedBlock => ({
  difference,
  block,
  parts: part(difference, blockText(block)),
});

/** Blocks that took the place of others: pairs that are alike are changed, the rest was removed or added. */
function compareRun(then: readonly NoteBlock[], now: readonly NoteBlock[]): ComparedBlock[] {
  const out: ComparedBlock[] = [];
  let next = 0;
  for (const before of then) {
    const text = blockText(before);
    let found: { at: number; parts: Part[] } | null = null;
    for (let at = next; at < Math.min(now.length, next + LOOK_AHEAD) && !found; at += 1) {
      if (now[at]!.type !== before.type) continue;
      const parts = compareWords(text, blockText(now[at]!));
      if (parts) found = { at, parts };
    }
    if (!found) {
      out.push(whole('removed', before));
      continue;
    }
    for (const added of now.slice(next, found.at)) out.push(whole('added', added));
    out.push({ difference: 'changed', block: now[found.at]!, before, parts: found.parts });
    next = found.at + 1;
  }
  for (const added of now.slice(next)) out.push(whole('added', added));
  return out;
}

/** The blocks and words added and removed from `then` to `now`. */
export function compareTexts(then: readonly NoteBlock[], now: readonly NoteBlock[]): ComparedBlock[] {
  const steps = diffArrays(
    then.map((block) => JSON.stringify(block)),
    now.map((block) => JSON.stringify(block)),
    { maxEditLength: BLOCK_EDITS_MAX },
  );
  if (!steps) return compareRun(then, now);
  const out: ComparedBlock[] = [];
  let [a, b] = [0, 0];
  let removed: NoteBlock[] = [];
  let added: NoteBlock[] = [];
  const close = (): void => {
    out.push(...compareRun(removed, added));
    removed = [];
    added = [];
  };
  for (const step of steps) {
    if (step.removed) removed = then.slice(a, (a += step.count));
    else if (step.added) added = now.slice(b, (b += step.count));
    else {
      close();
      for (const block of now.slice(b, b + step.count)) out.push(whole('same', block));
      a += step.count;
      b += step.count;
    }
  }
  close();
  return out;
}

export interface Summary {
  added: number;
  removed: number;
  changed: number;
}

export const summaryOf = (blocks: readonly ComparedBlock[]): Summary => {
  const count = (difference: ComparedBlock['difference']): number =>
    blocks.filter((block) => block.difference === difference).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
};
