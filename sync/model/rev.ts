/**
 * A revision is `<height>-<random>`. The server accepts a write only if its assumed revision is current and the height
 * grows, which also rejects a stale write that is pushed with a fresh assumed master state.
 */
import * as v from 'valibot';

export const Rev = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}-[a-z0-9]{6,16}$/, 'PARAM_ERROR'));

/** Height of a revision; 0 for none. */
export const heightOf = (rev: string | null | undefined): number => (rev ? Number.parseInt(rev, 10) || 0 : 0);

/** A new revision that is higher than all given ones. */
export function nextRev(...below: (string | null | undefined)[]): string {
  const height = Math.max(0, ...below.map(heightOf)) + 1;
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  let tail = '';
  for (const b of bytes) tail += (b % 36).toString(36) + ((b >> 3) % 36).toString(36);
  return `${height}-${tail.slice(0, 10)}`;
}
