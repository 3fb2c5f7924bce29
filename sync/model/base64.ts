/**
 * Bytes as base64 (RFC 4648 section 4, with padding). valibot's `base64` matches the whole text with one backtracking expression, whose
 * stack overflows at about five million characters; this check is linear and needs no stack.
 */
import * as v from 'valibot';

export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const end = text.search(/[^A-Za-z0-9+/]/);
  if (end === -1) return true;
  const padding = text.slice(end, end + 3);
  return text.length - end === padding.length && (padding === '=' || padding === '==');
}

/** Length of the base64 of so many bytes. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** A text of base64 of at most so many bytes. */
export const base64Of = (maxBytes: number) =>
  v.pipe(v.string(), v.maxLength(base64Length(maxBytes)), v.check(isBase64, 'PARAM_ERROR'));
