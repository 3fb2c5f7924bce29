/**
 * Words of a search as an address may hold them: addresses stay in the browser's history and in access logs, so they hold the words encrypted.
 *
 *   base64url( iv 12 │ AES-256-GCM of the words, padded │ tag 16 )
 *
 * Only the account that searched opens them. The iv is a HMAC of account and words (as in RFC 5297), so that the same search has the same
 * address: a screen that is kept on the device is found again by it.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { keyFor } from '../keys';

/** characters of a search */
export const WORDS_MAX = 200;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The words are padded to a multiple of this, so that an address does not tell their length. */
const PADDING_BYTES = 32;
/** a character of UTF-8 takes at most four bytes */
const SEALED_MAX = Math.ceil(((IV_BYTES + TAG_BYTES + WORDS_MAX * 4 + PADDING_BYTES) * 4) / 3);

export class SealedWords {
  private readonly key: Uint8Array;
  private readonly ivKey: Uint8Array;

  constructor(secret: string) {
    this.key = keyFor(secret, 'search words');
    this.ivKey = keyFor(secret, 'search words iv');
  }

  /** @returns '' for no words */
  seal(account: string, words: string): string {
    const cleaned = [...words.replaceAll('\0', '').trim()].slice(0, WORDS_MAX).join('');
    if (!cleaned) return '';
    const text = Buffer.from(cleaned);
    const padded = Buffer.concat([text], Math.ceil(text.length / PADDING_BYTES) * PADDING_BYTES);
    const iv = createHmac('sha256', this.ivKey).update(`${account}\0`).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(account));
    return Buffer.concat([iv, cipher.update(padded), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns '' for what this account did not seal, or sealed with another secret of the installation */
  open(account: string, sealed: string): string {
    if (sealed.length > SEALED_MAX) return '';
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES) return '';
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(account))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
        .toString('utf8')
        .replace(/\0+$/, '');
    } catch {
      return '';
    }
  }
}
