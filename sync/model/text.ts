/**
 * Text normalisation on client and server: NFC, trimmed (including full-width spaces), and counted in graphemes.
 */
import * as v from 'valibot';

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/**
 * Control characters except tab and line feed; bidirectional embeddings, overrides and isolates; interlinear
 * annotations.
 */
const STRIPPED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
/** Tag characters, which are invisible, except those of a flag sequence (Scotland). */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/**
 * A visible character: not white space, not ignorable or a control, not the blank Braille pattern. Joiners and
 * variation selectors alone are invisible.
 */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;
const BLANK = /[\s\u200b]/u;

/**
 * Removes white space and zero-width spaces at both ends. A regular expression for the end would take time quadratic in
 * the length of inner white space.
 */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text[start]!)) start += 1;
  while (end > start && BLANK.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

/**
 * Normalises a multi-line text: NFC, line feeds only, control characters removed, trimmed (full-width white space too);
 * '' if nothing visible remains.
 */
export function cleanLines(text: string): string {
  const stripped = trimmed(text.replace(LINE_BREAK, '\n').replace(STRIPPED, '').replace(TAGS, '$1').normalize('NFC'));
  return VISIBLE.test(stripped) ? stripped : '';
}

/** Normalises a one-line text (names, titles, file names): line breaks and tabs become spaces. */
export const clean = (text: string): string => cleanLines(text.replace(LINE_BREAK, ' ').replaceAll('\t', ' '));

/** Created lazily: constructing a segmenter delays the start of a page or worker. */
let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/**
 * Splits a text into chunks of at most 500 characters, before white space where possible: the time of a segmenter grows
 * with the square of the length.
 */
export const partsToSegment = (text: string): readonly string[] => text.match(/[^]{1,500}(?=\s)|[^]{1,500}/gu) ?? [];

/** Number of graphemes (user-perceived characters). */
export function graphemeLength(text: string): number {
  let n = 0;
  for (const part of partsToSegment(text)) for (const _ of graphemesOf(part)) n += 1;
  return n;
}

/** The first `max` graphemes of a text. */
export function truncate(text: string, max: number): string {
  // each grapheme has at least one unit, and segmenting the lines of a long transcript takes seconds
  if (text.length <= max) return text;
  let n = 0;
  for (const { index } of graphemesOf(text)) {
    if (n === max) return text.slice(0, index);
    n += 1;
  }
  return text;
}

/** UTF-16 units per grapheme that the limit of the raw text allows */
const GRAPHEME_MAX = 32;
/** most UTF-16 units of surrounding white space and of removed characters */
const BLANKS_MAX = 10_000;

type Bounds = { min?: number; max: number };

const bounded = (by: (text: string) => string, bounds: Bounds, message: string, tooLong: string) =>
  v.pipe(
    v.string(message),
    // checked before the expensive normalisation
    v.maxLength(bounds.max * GRAPHEME_MAX + BLANKS_MAX, tooLong),
    v.transform(by),
    v.check((t) => t.length <= bounds.max * GRAPHEME_MAX, tooLong),
    v.check((t) => t.length > bounds.max * GRAPHEME_MAX || graphemeLength(t) <= bounds.max, tooLong),
    v.check((t) => t.length > bounds.max * GRAPHEME_MAX || graphemeLength(t) >= (bounds.min ?? 0), message),
  );

/**
 * Schema of a normalised one-line text of `min` to `max` graphemes. The message is a translation key or an error code.
 */
export const line = (bounds: Bounds, message: string, tooLong = message) => bounded(clean, bounds, message, tooLong);

/** Like `line`, for multi-line texts (descriptions, instructions). */
export const lines = (bounds: Bounds, message: string, tooLong = message) =>
  bounded(cleanLines, bounds, message, tooLong);

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Replaces lone surrogates, which neither UTF-8 nor the database can store. */
export const wellFormed = (text: string): string => text.replace(LONE, '\ufffd');
