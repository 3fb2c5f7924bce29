/**
 * Links that are sent by mail: signed, single use, and over after a while. One that is sent anew takes the place of those before it.
 *
 *   key = <random>.<signature over kind and random>        the table keeps its hash only
 *
 *   send ─► waiting ─► used | over | replaced by a newer one of the same subject
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import type { MailTokenKind } from '../tables';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a link of a kind opens what it is for, in milliseconds. */
export const LINK_MS: Readonly<Record<MailTokenKind, number>> = {
  company: 3 * DAY,
  invitation: 7 * DAY,
  password: HOUR,
  apply: DAY,
  email: DAY,
};

/** How long what ended is remembered, to say that it was used or is over rather than wrong. */
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

  /** Makes a link's key, in the transaction of what it is for. Earlier ones of the same subject open nothing any more. */
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

  /** What a key is for, and nothing is used up. Throws EMAIL_ACTIVE_KEY_MISMATCHED, _EXPIRED, _DUPLICATE_ACTIVE. */
  async look(kind: MailTokenKind, key: string): Promise<OpenLink> {
    const link = await this.find(kind, key);
    this.refuseUnlessOpen(link);
    return { subjectId: link.subject_id, email: link.email };
  }

  /** Uses a key, in the transaction of what it does: of two at once, one wins. Throws as `look`. */
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

  /** What a key was made for, also after it was used or is over; null for one that is not ours. */
  async subjectOf(kind: MailTokenKind, key: string): Promise<string | null> {
    try {
      return (await this.find(kind, key)).subject_id;
    } catch (error) {
      if (error instanceof CallError) return null;
      throw error;
    }
  }

  /** Forgets what ended long ago. */
  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('sent_link')
      .where('expires_at', '<', this.platform.clock.now() - KEPT_MS)
      .execute();
  }

  private async find(kind: MailTokenKind, key: string) {
    const [random = '', signature = '', ...more] = key.length > LONGEST ? [] : key.split('.');
    const right = Buffer.from(this.sign(kind, random));
    const given = Buffer.from(signature);
    if (!random || more.length > 0 || right.length !== given.length || !timingSafeEqual(right, given))
      throw new CallError('EMAIL_ACTIVE_KEY_MISMATCHED');
    const row = await this.platform.db
      .selectFrom('sent_link')
      .selectAll()
      .where('key_hash', '=', hashOf(key))
      .where('kind', '=', kind)
      .executeTakeFirst();
    // signed by us and not there: a newer one took its place, or it was over long ago
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
