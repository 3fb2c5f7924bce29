/**
 * Formulas in the text of an answer, as TeX. They are taken out before the text is read as Markdown, which would read
 * `_` and `*` in them as styles, and stand for themselves as a sign that no answer contains:
 *
 *   $…$ or \(…\)      within a line
 *   $$…$$ or \[…\]    in a line of its own, over several lines too
 *
 * `$` opens one only before a character that is no space, and closes it only behind one and before no digit, so that
 * sums of money are text (the rule of Pandoc's `tex_math_dollars`). Code is text, and so is a formula of more than
 * 2,000 units.
 */
import type { Inline, NoteBlock } from '../../../sync/merge/note-blocks';

export interface Formula {
  tex: string;
  /** in a line of its own */
  isBlock: boolean;
  /** as it was written, with its signs */
  source: string;
}

/** formulas of one answer; further ones are text */
const COUNT_MAX = 300;

const OPEN = '\uE000';
const CLOSE = '\uE001';
/** The sign of formula n. */
export const FORMULA_SIGN = /\uE000(\d{1,3})\uE001/;

/** Markers of citations and of sentences without support. */
const MARKERS = /\[\^(?:\d{1,5}|\?)\]/gu;

// each has a longest length, so that a text with many openings is read in a time that grows with its length alone
const PARTS = [
  // code: a fenced block up to its end or that of the text, or a span
  /(?<code>^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(?<ticks>`+)(?!`)[^\n]{0,2000}?(?<!`)\k<ticks>(?!`))/,
  /\$\$(?<dollars>[^$]{1,2000}?)\$\$/,
  /\\\[(?<bracket>[\s\S]{1,2000}?)\\\]/,
  /\\\((?<round>[^\n]{1,2000}?)\\\)/,
  // a sign behind a backslash, and what it escapes
  /(?<escaped>\\[\s\S])/,
  /\$(?<dollar>(?=[^\s$])(?:\\[^\n]|[^$\\\n]){1,2000}?(?<!\s))\$(?!\d)/,
];
const FORMULA = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gmu');

/** The formulas of a text, and where each begins. */
export function formulasIn(text: string): (Formula & { at: number })[] {
  if (!/\$|\\[([]/u.test(text)) return [];
  const found: (Formula & { at: number })[] = [];
  for (const { 0: source, index: at, groups = {} } of text.matchAll(FORMULA)) {
    const block = groups['dollars'] ?? groups['bracket'];
    const tex = (block ?? groups['round'] ?? groups['dollar'])?.trim();
    if (!tex || /\n\s*\n/u.test(tex)) continue;
    found.push({ tex, isBlock: block !== undefined, source, at });
    if (found.length === COUNT_MAX) break;
  }
  return found;
}

/** The text with a sign for each formula. */
export function takeFormulas(written: string): { text: string; formulas: Formula[] } {
  // the signs are ours alone
  const plain = written.replace(/[\uE000\uE001]/gu, '\uFFFD');
  const unmarked = (text: string): string => text.replace(MARKERS, '');
  const formulas: Formula[] = [];
  let text = '';
  let end = 0;
  for (const { tex, isBlock, source, at } of formulasIn(plain)) {
    // a marker behind the last sentence stands within its formula
    const markers = (tex.match(MARKERS) ?? []).join('');
    text += `${plain.slice(end, at)}${OPEN}${formulas.length}${CLOSE}${markers}`;
    end = at + source.length;
    formulas.push({ tex: unmarked(tex), isBlock, source: unmarked(source) });
  }
  return { text: text + plain.slice(end), formulas };
}

/** A text with its formulas as they were written. */
export const asWritten = (text: string, formulas: readonly Formula[]): string =>
  text.replace(new RegExp(FORMULA_SIGN, 'gu'), (sign, n: string) => formulas[Number(n)]?.source ?? sign);

const runsAsWritten = (inline: readonly Inline[], formulas: readonly Formula[]): Inline[] =>
  inline.map((run) => (run.type === 'text' ? { ...run, text: asWritten(run.text, formulas) } : run));

/** Puts formulas back as text, where nothing draws them. */
export function putFormulasBack(blocks: readonly NoteBlock[], formulas: readonly Formula[]): NoteBlock[] {
  if (formulas.length === 0) return [...blocks];
  return blocks.map((block): NoteBlock => {
    if (block.type === 'table')
      return { ...block, rows: block.rows.map((row) => row.map((cell) => runsAsWritten(cell, formulas))) };
    if (block.type === 'code') return { ...block, text: asWritten(block.text, formulas) };
    return block.type === 'block' ? { ...block, inline: runsAsWritten(block.inline, formulas) } : block;
  });
}
