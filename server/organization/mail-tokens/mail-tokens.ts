/**
 * Tokens of mailed links: signed, single use, with an expiry. A newer token replaces earlier ones of the same subject.
 *
 *   key = <random>.<signature over kind and random>        the table stores its hash only
 *
 *   send ─► waiting ─► used | expired | replaced by a newer one of the same subject
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import type { MailTokenKind } from '../tables';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Validity of a kind's links, in milliseconds. */
export const LINK_MS: Readonly<Record<MailTokenKind, number>> = {
  company: 3 * DAY,
  invitation: 7 * DAY,
  password: HOUR,
  apply: DAY,
  email: DAY,
};

/** Ended tokens are stored this long, to report them as used or expired rather than as wrong. */
const KEPT_MS = 30 * DAY;
const LONGEST = 200;

export interface OpenLink {
  subjectId: string;
  email: string;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export class MailTokens {
  private readonly secret: Uint8Array;

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
    this.secret = keyFor(platform.config.secret, 'sent links');
  }

  /** Creates a link's key, inside the transaction that requires it. Invalidates earlier ones of the same subject. */
  async make(kind: MailTokenKind, subjectId: string, email: string): Promise<string> {
    const { db } = this.platform;
    const now = this.platform.clock.now();
    const random = randomBytes(24).toString('base64url');
    const key = `${random}.${this.sign(kind, random)}`;
    await db
      .deleteFrom('sent_link')
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('used_at', 'is', null)
      .execute();
    await db
      .insertInto('sent_link')
      .values({
        key_hash: hashOf(key),
        kind,
        subject_id: subjectId,
        email,
        created_at: now,
        expires_at: now + LINK_MS[kind],
        used_at: null,
      })
      .execute();
    return key;
  }

  /** Reads a key without using it. Throws EMAIL_ACTIVE_KEY_MISMATCHED, _EXPIRED, _DUPLICATE_ACTIVE. */
  async peek(kind: MailTokenKind, key: string): Promise<OpenLink> {
    const link = await this.find(kind, key);
    this.refuseUnlessOpen(link);
    return { subjectId: link.subject_id, email: link.email };
  }

  /** Uses a key, inside the transaction of its effect: one of two concurrent uses wins. Throws the errors of `peek`. */
  async use(kind: MailTokenKind, key: string): Promise<OpenLink> {
    const link = await this.find(kind, key);
    this.refuseUnlessOpen(link);
    const used = await this.platform.db
      .updateTable('sent_link')
      .set({ used_at: this.platform.clock.now() })
      .where('key_hash', '=', link.key_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new CallError('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
    return { subjectId: link.subject_id, email: link.email };
  }

  /** The subject of a key, also after its use or expiry; null for a key that was not signed here. */
  async subjectOf(kind: MailTokenKind, key: string): Promise<string | null> {
    try {
      return (await this.find(kind, key)).subject_id;
    } catch (error) {
      if (error instanceof CallError) return null;
      throw error;
    }
  }

  /** Deletes tokens that ended long ago. */
  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('sent_link')
      .where('expires_at', '<', this.platform.clock.now() - KEPT_MS)
      .execute();
  }

  private async find(kind: MailTokenKind, key: string) {
    const [random = '', signature = '', ...more] = key.length > LONGEST ? [] : key.split('.');
    const expected = Buffer.from(this.sign(kind, random));
    const actual = Buffer.from(signature);
    if (!random || more.length > 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual))
      throw new CallError('EMAIL_ACTIVE_KEY_MISMATCHED');
    const row = await this.platform.db
      .selectFrom('sent_link')
      .selectAll()
      .where('key_hash', '=', hashOf(key))
      .where('kind', '=', kind)
      .executeTakeFirst();
    // Signed here but not stored: replaced by a newer one, or expired long ago.
    if (!row) throw new CallError('EMAIL_ACTIVE_KEY_EXPIRED');
    return row;
  }

  private refuseUnlessOpen(link: { used_at: number | null; expires_at: number }): void {
    if (link.used_at !== null) throw new CallError('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
    if (link.expires_at <= this.platform.clock.now()) throw new CallError('EMAIL_ACTIVE_KEY_EXPIRED');
  }

  private sign(kind: MailTokenKind, random: string): string {
    return createHmac('sha256', this.secret).update(`${kind}\n${random}`).digest('base64url');
  }
}
