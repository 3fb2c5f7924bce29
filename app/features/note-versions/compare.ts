/** The difference between two texts of a note: by block, and within a changed block by word. */
import { diffArrays } from 'diff';
import type { Inline, NoteBlock } from '../../../sync/merge/note-blocks';
import { plain } from '../../../sync/merge/note-blocks';

export type Difference = 'same' | 'added' | 'removed';
export interface Part {
  difference: Difference;
  text: string;
}
/** A block of the comparison. `changed`: its words or only its form changed. */
export interface ComparedBlock {
  difference: Difference | 'changed';
  block: NoteBlock;
  /** the earlier form of a changed block */
  before?: NoteBlock;
  parts: Part[];
  /** rows of a table; `parts` has the parts of all its cells */
  rows?: ComparedRow[];
}
export interface ComparedRow {
  difference: ComparedBlock['difference'];
  cells: Part[][];
}

const rowText = (row: readonly Inline[][]): string => row.map(plain).join('\t');

/** The text of a block; of an image the description, of a table the texts of its cells. */
export const blockText = (block: NoteBlock): string => {
  if (block.type === 'block') return plain(block.inline);
  if (block.type === 'code') return block.text;
  if (block.type === 'image') return block.alt;
  return block.type === 'table' ? block.rows.map(rowText).join('\n') : '';
};

let segmenter: Intl.Segmenter | undefined;
/** Splits text into words and the characters between them; also Chinese, Japanese and Korean. */
const wordsOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })).segment(text)].map(
    ({ segment }) => segment,
  );

/** most edits between two lists of words; beyond that the texts count as entirely different */
const WORD_EDITS_MAX = 400;
/** the same for blocks */
const BLOCK_EDITS_MAX = 2_000;
/** number of following blocks that are compared with a replaced one */
const LOOK_AHEAD = 8;
/** least share of common characters of a changed text */
const ALIKE = 0.4;

const part = (difference: Difference, text: string): Part[] => (text === '' ? [] : [{ difference, text }]);

/** The words of a changed block; null if the texts have little in common. */
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

const replaced = (then: string, now: string): Part[] =>
  compareWords(then, now) ?? [...part('removed', then), ...part('added', now)];

const hasChanged = (parts: readonly Part[]): boolean => parts.some(({ difference }) => difference !== 'same');

/**
 * Aligns replaced items with their replacements, in order. Two items form a pair if `pair` returns a result; the others are
 * removed or added.
 */
function pairs<T, P>(
  then: readonly T[],
  now: readonly T[],
  pair: (before: T, after: T) => P | null,
): { before?: T; after?: T; alike?: P }[] {
  const out: { before?: T; after?: T; alike?: P }[] = [];
  let next = 0;
  for (const before of then) {
    let found: { at: number; alike: P } | null = null;
    for (let at = next; at < Math.min(now.length, next + LOOK_AHEAD) && !found; at += 1) {
      const alike = pair(before, now[at]!);
      if (alike !== null) found = { at, alike };
    }
    if (!found) {
      out.push({ before });
      continue;
    }
    for (const after of now.slice(next, found.at)) out.push({ after });
    out.push({ before, after: now[found.at]!, alike: found.alike });
    next = found.at + 1;
  }
  for (const after of now.slice(next)) out.push({ after });
  return out;
}

/** Aligns the columns of two tables by the texts of their first rows, so that an added column does not change all cells. */
function columnsOf(then: NoteTable, now: NoteTable): { before?: number; after?: number }[] {
  const [a, b] = [then.rows[0] ?? [], now.rows[0] ?? []].map((row) => row.map(plain)) as [string[], string[]];
  if (a.length === b.length) return a.map((_, i) => ({ before: i, after: i }));
  const out: { before?: number; after?: number }[] = [];
  let [before, after] = [0, 0];
  for (const { added, removed, count } of diffArrays(a, b))
    for (let i = 0; i < count; i += 1)
      out.push(added ? { after: after++ } : removed ? { before: before++ } : { before: before++, after: after++ });
  return out;
}

type NoteTable = Extract<NoteBlock, { type: 'table' }>;
function compareTables(then: NoteTable, now: NoteTable): ComparedRow[] {
  const columns = columnsOf(then, now);
  const cell = (row: readonly Inline[][] | undefined, at: number | undefined): string =>
    at === undefined ? '' : plain(row?.[at] ?? []);
  const rowOf = (before: Inline[][] | undefined, after: Inline[][] | undefined): ComparedRow => {
    const cells = columns.map((column) => {
      const [was, is] = [cell(before, column.before), cell(after, column.after)];
      return was === is ? part('same', is) : replaced(was, is);
    });
    return { difference: !before ? 'added' : !after ? 'removed' : cells.some(hasChanged) ? 'changed' : 'same', cells };
  };
  const out: ComparedRow[] = [];
  const run: { then: Inline[][][]; now: Inline[][][] } = { then: [], now: [] };
  const close = (): void => {
    const alike = (a: Inline[][], b: Inline[][]): true | null => (compareWords(rowText(a), rowText(b)) ? true : null);
    for (const { before, after } of pairs(run.then, run.now, alike)) out.push(rowOf(before, after));
    run.then = [];
    run.now = [];
  };
  // the first rows are headers and always form a pair
  const [firstThen, firstNow] = [then.rows[0], now.rows[0]];
  if (firstThen && firstNow) out.push(rowOf(firstThen, firstNow));
  const texts = (table: NoteTable): string[] => table.rows.slice(1).map(rowText);
  let [a, b] = [1, 1];
  for (const { added, removed, count } of diffArrays(texts(then), texts(now), { maxEditLength: BLOCK_EDITS_MAX }) ?? [
    { removed: true, added: false, count: then.rows.length - 1 },
    { removed: false, added: true, count: now.rows.length - 1 },
  ]) {
    if (removed) run.then = then.rows.slice(a, (a += count));
    else if (added) run.now = now.rows.slice(b, (b += count));
    else {
      close();
      for (let i = 0; i < count; i += 1) out.push(rowOf(then.rows[a++], now.rows[b++]));
    }
  }
  close();
  return out;
}

const whole = (difference: Difference, block: NoteBlock): ComparedBlock => {
  if (block.type !== 'table') return { difference, block, parts: part(difference, blockText(block)) };
  const rows = block.rows.map((row) => ({ difference, cells: row.map((each) => part(difference, plain(each))) }));
  return { difference, block, rows, parts: rows.flatMap(({ cells }) => cells.flat()) };
};

/** The changes from one block to another; null if they have little in common. */
function compareBlocks(before: NoteBlock, block: NoteBlock): ComparedBlock | null {
  if (before.type !== block.type) return null;
  if (JSON.stringify(before) === JSON.stringify(block)) return whole('same', block);
  // a picture with another id is another picture
  if (before.type === 'image' && block.type === 'image')
    return before.imageId === block.imageId
      ? { difference: 'changed', block, before, parts: replaced(before.alt, block.alt) }
      : null;
  const parts = compareWords(blockText(before), blockText(block));
  if (!parts) return null;
  if (before.type !== 'table' || block.type !== 'table') return { difference: 'changed', block, before, parts };
  const rows = compareTables(before, block);
  return { difference: 'changed', block, before, rows, parts: rows.flatMap(({ cells }) => cells.flat()) };
}

/** Compares replaced blocks: similar pairs are changed, the others removed or added. */
const compareRun = (then: readonly NoteBlock[], now: readonly NoteBlock[]): ComparedBlock[] =>
  pairs(then, now, compareBlocks).map(
    ({ before, after, alike }) => alike ?? (after ? whole('added', after) : whole('removed', before!)),
  );

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
