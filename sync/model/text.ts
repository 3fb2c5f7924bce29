/**
 * Text as people mean it: NFC, trimmed of full-width spaces too, counted in graphemes on both sides of the wire.
 */
import * as v from 'valibot';

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Control characters but tab and line feed; embeddings, overrides and isolates of the direction of writing; annotations. */
const STRIPPED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
/** Tag characters, which show nothing; those of a flag such as Scotland's belong to it. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** A character that is seen: no white space, nothing that shows nothing, no blank of Braille. Joiners and selectors belong to others. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;
const TRIMMED = /^[\s\u3000\u200b\ufeff]+|[\s\u3000\u200b\ufeff]+$/gu;

/** A text of several lines: NFC, line breaks as line feeds, without what is stripped, trimmed (full-width white space too); '' where nothing of it can be seen. */
export function cleanLines(text: string): string {
  const stripped = text
    .replace(LINE_BREAK, '\n')
    .replace(STRIPPED, '')
    .replace(TAGS, '$1')
    .normalize('NFC')
    .replace(TRIMMED, '');
  return VISIBLE.test(stripped) ? stripped : '';
}

/** The same on one line: names, titles, file names. A line break or a tab becomes a space. */
export const clean = (text: string): string => cleanLines(text.replace(LINE_BREAK, ' ').replaceAll('\t', ' '));

/** Made with the first text that is counted, not with the start of a page or a worker. */
let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/** Segmenters take a time that grows with the square of a text's length: a text goes to them in parts, cut before white space where there is some. */
export const partsToSegment = (text: string): readonly string[] => text.match(/[^]{1,500}(?=\s)|[^]{1,500}/gu) ?? [];

/** Number of graphemes: what a person would count as characters. */
export function graphemeLength(text: string): number {
  let n = 0;
  for (const part of partsToSegment(text)) for (const _ of graphemesOf(part)) n += 1;
  return n;
}

/** The first `max` graphemes of a text. */
export function truncate(text: string, max: number): string {
  let n = 0;
  for (const { index } of graphemesOf(text)) {
    if (n === max) return text.slice(0, index);
    n += 1;
  }
  return text;
}

type Bounds = { min?: number; max: number };

const bounded = (by: (text: string) => string, bounds: Bounds, message: string, tooLong: string) =>
  v.pipe(
    v.string(message),
    v.transform(by),
    v.check((t) => t.length <= bounds.max * 32, tooLong),
    v.check((t) => t.length > bounds.max * 32 || graphemeLength(t) <= bounds.max, tooLong),
    v.check((t) => t.length > bounds.max * 32 || graphemeLength(t) >= (bounds.min ?? 0), message),
  );

/** A cleaned one-line text of `min` to `max` graphemes. The message is a translation key or an error code. */
export const line = (bounds: Bounds, message: string, tooLong = message) => bounded(clean, bounds, message, tooLong);

/** The same for a text that may have several lines: descriptions, instructions. */
export const lines = (bounds: Bounds, message: string, tooLong = message) =>
  bounded(cleanLines, bounds, message, tooLong);
