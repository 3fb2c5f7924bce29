/**
 * Text as people mean it: NFC, trimmed of full-width spaces too, counted in graphemes on both sides of the wire.
 */
import * as v from 'valibot';

/** NFC, with all white space (full-width too) trimmed from both ends, and without U+0000, which no database keeps in a text. */
export const clean = (text: string): string => text.replaceAll('\u0000', '').normalize('NFC').replace(/^[\s\u3000\u200b\ufeff]+|[\s\u3000\u200b\ufeff]+$/gu, '');

/** Made with the first text that is counted, not with the start of a page or a worker. */
let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string): Intl.Segments => (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/** Number of graphemes: what a person would count as characters. */
export function graphemeLength(text: string): number {
  let n = 0;
  for (const _ of graphemesOf(text)) n += 1;
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

/**
 * A cleaned one-line text of `min` to `max` graphemes. The message is a translation key or an error code.
 */
export const line = (bounds: { min?: number; max: number }, message: string, tooLong = message) =>
  v.pipe(
    v.string(message),
    v.transform(clean),
    v.check((t) => t.length <= bounds.max * 32, tooLong),
    v.check((t) => t.length > bounds.max * 32 || graphemeLength(t) <= bounds.max, tooLong),
    v.check((t) => t.length > bounds.max * 32 || graphemeLength(t) >= (bounds.min ?? 0), message),
  );
