/**
 * Encrypts search words for URLs, because URLs stay in the browser's history and in access logs.
 *
 *   base64url( iv 12 │ AES-256-GCM of the words, padded │ tag 16 )
 *
 * Only the account that searched can decrypt them. The iv is an HMAC of account and words (as in RFC 5297), so that the
 * same search has the same URL, by which the device finds a cached screen.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { keyFor } from '../keys';

/** maximum characters of a search */
export const WORDS_MAX = 200;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Words are padded to a multiple of this, so that a URL does not reveal their length. */
const PADDING_BYTES = 32;
/** a UTF-8 character takes at most four bytes */
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

  /** @returns '' if it was encrypted by another account or with another secret of the installation */
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
