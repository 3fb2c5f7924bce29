/**
 * The token of an upload: `<expiry>.<signature>`, signed over upload, size, person, company and expiry. It proves that
 * `apply` allowed this person to send this number of bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../platform/keys';

export interface UploadGrant {
  uploadId: string;
  /** bytes */
  size: number;
  userId: string;
  companyId: string;
}

/** milliseconds; a repeated `apply` returns a new token */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

export class UploadTokens {
  private readonly key: Uint8Array;

  constructor(secret: string) {
    this.key = keyFor(secret, 'upload token');
  }

  sign(grant: UploadGrant, now: number): string {
    const expiry = now + TOKEN_LIFETIME_MS;
    return `${expiry}.${this.signature(grant, expiry).toString('base64url')}`;
  }

  /** Whether the token is valid for exactly this grant and has not expired. */
  isFor(grant: UploadGrant, token: string, now: number): boolean {
    const [expiry = '', given = '', more] = token.split('.');
    if (more !== undefined || !/^\d{1,16}$/.test(expiry) || Number(expiry) < now) return false;
    const expected = this.signature(grant, Number(expiry));
    const actual = Buffer.from(given, 'base64url');
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  private signature(grant: UploadGrant, expiry: number): Buffer {
    return createHmac('sha256', this.key)
      .update(['upload', grant.uploadId, grant.size, grant.userId, grant.companyId, expiry].join('\n'))
      .digest();
  }
}
