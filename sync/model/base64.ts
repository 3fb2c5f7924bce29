/**
 * Base64 (RFC 4648 section 4, with padding). valibot's `base64` matches the whole text with one backtracking
 * expression, which overflows the stack at about five million characters; this check is linear and does not recurse.
 */
import * as v from 'valibot';

/** Whether a text is valid base64 with padding; true for ''. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const end = text.search(/[^A-Za-z0-9+/]/);
  if (end === -1) return true;
  const padding = text.slice(end, end + 3);
  return text.length - end === padding.length && (padding === '=' || padding === '==');
}

/** Length of the base64 text of `bytes` bytes. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Schema of a base64 text that decodes to at most `maxBytes` bytes. */
export const base64Of = (maxBytes: number) =>
  v.pipe(v.string(), v.maxLength(base64Length(maxBytes)), v.check(isBase64, 'PARAM_ERROR'));
