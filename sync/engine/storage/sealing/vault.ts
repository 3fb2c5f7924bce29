/**
 * Encryption at rest: 256-bit AES-GCM by WebCrypto, with one non-extractable key per account.
 *
 *   sealed = key generation (1 byte) · IV (12 bytes, random, never reused) · ciphertext with tag (16 bytes)
 *
 * The place of a record (store and key) is authenticated as additional data: a record moved elsewhere does not decrypt.
 * Encryption and decryption run outside database transactions, which would commit while awaiting a foreign promise.
 */

const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES;
/** overhead of an encrypted record in bytes */
export const SEAL_BYTES = HEAD_BYTES + TAG_BYTES;
/** IVs generated per call of the random generator */
const IVS = 256;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A record cannot be decrypted: another key, another place, or damaged bytes. */
export class SealError extends Error {
  override readonly name = 'SealError';
  constructor(
    readonly place: string,
    options?: ErrorOptions,
  ) {
    super(`${place} cannot be decrypted`, options);
  }
}

/** Place of a record in a table or store. */
export const placeIn = (table: string, key: string): string => `${table}/${key}`;

export class Vault {
  private ivs = new Uint8Array(0);
  private nextIv = 0;

  /**
   * @param key AES-GCM, encrypt and decrypt
   * @param generation 1 to 255: number of the key among the account's keys on this device
   * @param previous the previous key, while its data is re-encrypted
   */
  constructor(
    private readonly key: CryptoKey,
    readonly generation = 1,
    private readonly previous?: { key: CryptoKey; generation: number },
  ) {}

  /** Encrypts a record. @param place store and key of the record */
  async seal(place: string, content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const iv = this.iv();
    const cipher = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(place) },
      this.key,
      content as Uint8Array<ArrayBuffer>,
    );
    const sealed = new Uint8Array(HEAD_BYTES + cipher.byteLength);
    sealed[0] = this.generation;
    sealed.set(iv, 1);
    sealed.set(new Uint8Array(cipher), HEAD_BYTES);
    return sealed;
  }

  /** Decrypts a record. Throws SealError. */
  async open(place: string, sealed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const key =
      sealed[0] === this.generation
        ? this.key
        : sealed[0] === this.previous?.generation
          ? this.previous?.key
          : undefined;
    if (!key || sealed.length < SEAL_BYTES) throw new SealError(place);
    const bytes = sealed as Uint8Array<ArrayBuffer>;
    try {
      return new Uint8Array(
        await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: bytes.subarray(1, HEAD_BYTES), additionalData: encoder.encode(place) },
          key,
          bytes.subarray(HEAD_BYTES),
        ),
      );
    } catch (cause) {
      throw new SealError(place, { cause });
    }
  }

  /** Whether a record was encrypted with the current key. */
  isCurrent(sealed: Uint8Array): boolean {
    return sealed[0] === this.generation;
  }

  /** Encrypts a JSON value. */
  sealValue(place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
    return this.seal(place, encoder.encode(JSON.stringify(value)));
  }

  /** Decrypts a JSON value. Throws SealError. */
  async openValue(place: string, sealed: Uint8Array): Promise<unknown> {
    return JSON.parse(decoder.decode(await this.open(place, sealed)));
  }

  private iv(): Uint8Array<ArrayBuffer> {
    if (this.nextIv === this.ivs.length) {
      this.ivs = crypto.getRandomValues(new Uint8Array(IV_BYTES * IVS));
      this.nextIv = 0;
    }
    this.nextIv += IV_BYTES;
    return this.ivs.slice(this.nextIv - IV_BYTES, this.nextIv);
  }
}

/** The next generation; wraps around, as it is stored in one byte. */
export const generationAfter = (generation: number): number => (generation % 255) + 1;

/** Generates an account key, usable by WebCrypto only. */
export const newDataKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
