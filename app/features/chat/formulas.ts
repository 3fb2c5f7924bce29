/**
 * Formulas in the text of an answer, as TeX. The Markdown parser would read their `_` and `*` as styles, so each
 * formula is replaced by a placeholder of private-use characters before the text is parsed:
 *
 *   $…$ or \(…\)      within a line
 *   $$…$$ or \[…\]    in a line of its own, over several lines too
 *
 * An opening `$` must be followed by a character other than a space; a closing `$` must follow one, and must not be
 * followed by a digit. So sums of money stay text (the rule of Pandoc's `tex_math_dollars`). Formulas in code, and
 * longer than 2,000 UTF-16 units, stay text.
 */
import type { Inline, NoteBlock } from '../../../sync/merge/note-blocks';

export interface Formula {
  tex: string;
  /** in a line of its own */
  isBlock: boolean;
  /** the source with its delimiters */
  source: string;
}

/** formulas of one answer; further ones are text */
const COUNT_MAX = 300;

const OPEN = '\uE000';
const CLOSE = '\uE001';
/** The placeholder of formula n. */
export const FORMULA_SIGN = /\uE000(\d{1,3})\uE001/;

/** Markers of citations and of sentences without support. */
const MARKERS = /\[\^(?:\d{1,5}|\?)\]/gu;

// each pattern is limited in length, so that a text with many opening delimiters takes linear time
const PARTS = [
  // code: a fenced block up to its closing fence or the end of the text, or a code span
  /(?<code>^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(?<ticks>`+)(?!`)[^\n]{0,2000}?(?<!`)\k<ticks>(?!`))/,
  /\$\$(?<dollars>[^$]{1,2000}?)\$\$/,
  /\\\[(?<bracket>[\s\S]{1,2000}?)\\\]/,
  /\\\((?<round>[^\n]{1,2000}?)\\\)/,
  // a backslash and the escaped character
  /(?<escaped>\\[\s\S])/,
  /\$(?<dollar>(?=[^\s$])(?:\\[^\n]|[^$\\\n]){1,2000}?(?<!\s))\$(?!\d)/,
];
const FORMULA = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gmu');

/** The formulas of a text with their offsets. */
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

/** Replaces each formula of a text by its placeholder. */
export function takeFormulas(written: string): { text: string; formulas: Formula[] } {
  // an answer must not contain placeholder characters
  const plain = written.replace(/[\uE000\uE001]/gu, '\uFFFD');
  const unmarked = (text: string): string => text.replace(MARKERS, '');
  const formulas: Formula[] = [];
  let text = '';
  let end = 0;
  for (const { tex, isBlock, source, at } of formulasIn(plain)) {
    // the citation marker of a sentence that ends with a formula may stand inside the formula
    const markers = (tex.match(MARKERS) ?? []).join('');
    text += `${plain.slice(end, at)}${OPEN}${formulas.length}${CLOSE}${markers}`;
    end = at + source.length;
    formulas.push({ tex: unmarked(tex), isBlock, source: unmarked(source) });
  }
  return { text: text + plain.slice(end), formulas };
}

/** Replaces the placeholders of a text by the source of their formulas. */
export const asWritten = (text: string, formulas: readonly Formula[]): string =>
  text.replace(new RegExp(FORMULA_SIGN, 'gu'), (sign, n: string) => formulas[Number(n)]?.source ?? sign);

const runsAsWritten = (inline: readonly Inline[], formulas: readonly Formula[]): Inline[] =>
  inline.map((run) => (run.type === 'text' ? { ...run, text: asWritten(run.text, formulas) } : run));

/** Replaces the placeholders in blocks by the source of their formulas, for outputs without formulas. */
export function putFormulasBack(blocks: readonly NoteBlock[], formulas: readonly Formula[]): NoteBlock[] {
  if (formulas.length === 0) return [...blocks];
  return blocks.map((block): NoteBlock => {
    if (block.type === 'table')
      return { ...block, rows: block.rows.map((row) => row.map((cell) => runsAsWritten(cell, formulas))) };
    if (block.type === 'code') return { ...block, text: asWritten(block.text, formulas) };
    return block.type === 'block' ? { ...block, inline: runsAsWritten(block.inline, formulas) } : block;
  });
}
