import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallError } from '../../../sync/protocol/errors';
import { createParts, type Parts } from '../../../tests/support/parts';
import { LINK_MS, MailTokens } from './mail-tokens';
import { anyEngine } from '../../../tests/support/database';

let parts: Parts;
let mailTokens: MailTokens;
let now = 1_700_000_000_000;
beforeEach(async () => {
  now = 1_700_000_000_000;
  parts = await createParts(anyEngine());
  mailTokens = new MailTokens({ ...parts.platform, clock: { now: () => now } });
});
afterEach(() => parts.close());

const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

it('works once for its purpose', async () => {
  const key = await mailTokens.make('password', 'emma', 'emma@example.com');
  expect(await mailTokens.peek('password', key)).toEqual({ subjectId: 'emma', email: 'emma@example.com' });
  expect(await mailTokens.use('password', key)).toEqual({ subjectId: 'emma', email: 'emma@example.com' });
  expect(await code(mailTokens.use('password', key))).toBe('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
  expect(await code(mailTokens.peek('password', key))).toBe('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
});

it('works for one of two concurrent uses', async () => {
  const key = await mailTokens.make('invitation', 'emma', 'emma@example.com');
  const both = await Promise.all([code(mailTokens.use('invitation', key)), code(mailTokens.use('invitation', key))]);
  expect(both.sort()).toEqual(['EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE', 'fine']);
});

it('expires, and is replaced by a newer one', async () => {
  const old = await mailTokens.make('company', 'one', 'a@example.com');
  const newer = await mailTokens.make('company', 'one', 'a@example.com');
  expect(await code(mailTokens.peek('company', old))).toBe('EMAIL_ACTIVE_KEY_EXPIRED');
  now += LINK_MS.company - 1;
  expect(await code(mailTokens.peek('company', newer))).toBe('fine');
  now += 1;
  expect(await code(mailTokens.use('company', newer))).toBe('EMAIL_ACTIVE_KEY_EXPIRED');
});

it('is refused if it is forged, truncated, of another kind or of another installation', async () => {
  const key = await mailTokens.make('apply', 'one', 'a@example.com');
  const other = new MailTokens({ ...parts.platform, config: { ...parts.platform.config, secret: 'x'.repeat(64) } });
  for (const wrong of [
    '',
    '.',
    'abc',
    key.slice(0, -1),
    `${key}x`,
    `x${key}`,
    `${key}.${key}`,
    'a.'.repeat(5_000),
    await other.make('apply', 'one', 'a@example.com'),
  ]) {
    expect(await code(mailTokens.peek('apply', wrong)), wrong.slice(0, 80)).toBe('EMAIL_ACTIVE_KEY_MISMATCHED');
  }
  expect(await code(mailTokens.peek('password', key))).toBe('EMAIL_ACTIVE_KEY_MISMATCHED');
});

it('is stored as a hash only', async () => {
  const key = await mailTokens.make('apply', 'one', 'a@example.com');
  expect(JSON.stringify(await parts.platform.db.selectFrom('sent_link').selectAll().execute())).not.toContain(
    key.split('.')[0],
  );
});
