/**
 * Tokens that expire: `<expiry>.<signature>`, signed over what they allow and the expiry, with a key for their purpose.
 * That of an upload is signed over upload, size, person and company: it proves that `apply` allowed this person to send
 * this number of bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../platform/keys';

/** Signs and verifies tokens of one purpose. */
export class ExpiringTokens {
  private readonly key: Uint8Array;

  /** @param lifetimeMs milliseconds */
  constructor(
    secret: string,
    purpose: string,
    private readonly lifetimeMs: number,
  ) {
    this.key = keyFor(secret, purpose);
  }

  /** @param allowed what the token is for; none of its parts contains a line break */
  sign(allowed: readonly (string | number)[], now: number): string {
    const expiry = now + this.lifetimeMs;
    return `${expiry}.${this.signature(allowed, expiry).toString('base64url')}`;
  }

  /** Whether the token is valid for exactly this and has not expired. */
  isFor(allowed: readonly (string | number)[], token: string, now: number): boolean {
    const [expiry = '', given = '', more] = token.split('.');
    if (more !== undefined || !/^[1-9]\d{0,15}$/.test(expiry) || Number(expiry) < now) return false;
    // compares the encoded text, as several base64url texts decode to the same bytes
    const expected = Buffer.from(this.signature(allowed, Number(expiry)).toString('base64url'));
    const actual = Buffer.from(given);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  private signature(allowed: readonly (string | number)[], expiry: number): Buffer {
    return createHmac('sha256', this.key)
      .update([...allowed, expiry].join('\n'))
      .digest();
  }
}

export interface UploadGrant {
  uploadId: string;
  /** bytes */
  size: number;
  userId: string;
  companyId: string;
}

/** milliseconds; a repeated `apply` returns a new token */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

const allowedBy = ({ uploadId, size, userId, companyId }: UploadGrant) => ['upload', uploadId, size, userId, companyId];

export class UploadTokens {
  private readonly tokens: ExpiringTokens;

  constructor(secret: string) {
    this.tokens = new ExpiringTokens(secret, 'upload token', TOKEN_LIFETIME_MS);
  }

  sign(grant: UploadGrant, now: number): string {
    return this.tokens.sign(allowedBy(grant), now);
  }

  isFor(grant: UploadGrant, token: string, now: number): boolean {
    return this.tokens.isFor(allowedBy(grant), token, now);
  }
}
