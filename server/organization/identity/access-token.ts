/**
 * Access tokens: JWT (RFC 7519), HS256, ten minutes. Claims: person, session and company; the session's row is
 * authoritative.
 */
import { errors, jwtVerify, SignJWT } from 'jose';
import { CallError } from '../../../sync/protocol/errors';
import type { Clock } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import { ACCESS_TOKEN_MS } from './lifetimes';

const ISSUER = 'satchel';

export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** '' while the person has no company */
  companyId: string;
  /** generation of the refresh token issued with it: a later use shows that the device received both */
  generation: number;
  /** milliseconds since the epoch, in whole seconds */
  issuedAt: number;
}

export class AccessTokens {
  private readonly key: Uint8Array;

  constructor(
    secret: string,
    private readonly clock: Clock,
  ) {
    this.key = keyFor(secret, 'access token');
  }

  issue(claims: Omit<AccessClaims, 'issuedAt'>): Promise<string> {
    const now = this.clock.now();
    return new SignJWT({ sid: claims.sessionId, cid: claims.companyId, gen: claims.generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(claims.userId)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + ACCESS_TOKEN_MS) / 1000))
      .sign(this.key);
  }

  /** Returns the claims; null for a token that this installation did not sign. Throws JWT_TOKEN_EXPIRED. */
  async read(token: string): Promise<AccessClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp', 'iat'],
        currentDate: new Date(this.clock.now()),
      });
      const { sub, sid, cid, gen, iat } = payload;
      if (!sub || iat === undefined || typeof sid !== 'string' || typeof cid !== 'string' || typeof gen !== 'number')
        return null;
      return { userId: sub, sessionId: sid, companyId: cid, generation: gen, issuedAt: iat * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new CallError('JWT_TOKEN_EXPIRED', { cause: error });
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
