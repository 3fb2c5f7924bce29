/**
 * The refresh tokens of a session: a family, of which one is current (./session-store has the states). The database has
 * their hashes; a token follows from the session, its generation and a salt, so that the current one can be issued again.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Platform } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import { USED_TOKEN_KEPT_MS } from './lifetimes';

export interface RefreshToken {
  generation: number;
  refreshToken: string;
}

/** The hash that the database has of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export class RefreshTokens {
  private readonly key: Uint8Array;

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
    this.key = keyFor(platform.config.secret, 'refresh token');
  }

  /** Marks the current token used and adds the next. Requires the session's lock. */
  async rotate(sessionId: string): Promise<RefreshToken> {
    const { db, clock } = this.platform;
    const now = clock.now();
    const used = await db
      .updateTable('refresh_tokens')
      .set({ used_at: now })
      .where('session_id', '=', sessionId)
      .where('used_at', 'is', null)
      .returning('generation')
      .executeTakeFirstOrThrow();
    await db
      .deleteFrom('refresh_tokens')
      .where('session_id', '=', sessionId)
      .where('used_at', '<', now - USED_TOKEN_KEPT_MS)
      .execute();
    return this.add(sessionId, used.generation + 1);
  }

  /** Adds a token to a session's family. */
  async add(sessionId: string, generation: number): Promise<RefreshToken> {
    const salt = randomBytes(16).toString('base64url');
    const token = this.tokenOf(sessionId, generation, salt);
    await this.platform.db
      .insertInto('refresh_tokens')
      .values({
        token_hash: hashOf(token),
        session_id: sessionId,
        generation,
        salt,
        created_at: this.platform.clock.now(),
      })
      .execute();
    return { generation, refreshToken: token };
  }

  /** The current token, computed again from its generation and salt. */
  async current(sessionId: string): Promise<RefreshToken> {
    const head = await this.platform.db
      .selectFrom('refresh_tokens')
      .select(['generation', 'salt'])
      .where('session_id', '=', sessionId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { generation: head.generation, refreshToken: this.tokenOf(sessionId, head.generation, head.salt) };
  }

  private tokenOf(sessionId: string, generation: number, salt: string): string {
    return createHmac('sha256', this.key).update(`${sessionId}:${generation}:${salt}`).digest('base64url');
  }
}
