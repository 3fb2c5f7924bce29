/**
 * Seals what this device keeps at rest: AES-GCM with 256 bits by WebCrypto, one key an account, which no code can read out.
 *
 *   sealed = generation of the key (1 byte) · IV (12 bytes, random, never used twice) · ciphertext with its tag (16 bytes)
 *
 * The place of a record (its store and key) is authenticated with it: a sealed record moved elsewhere does not open. Encryption and
 * decryption happen outside of database transactions, which a foreign promise would end.
 */

const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES;
/** bytes by which a sealed record is larger than its content */
export const SEAL_BYTES = HEAD_BYTES + TAG_BYTES;
/** IVs drawn at once: one call of the generator for many records */
const IVS = 256;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A sealed record does not open: another key, another place, or damaged bytes. */
export class SealError extends Error {
  override readonly name = 'SealError';
  constructor(
    readonly place: string,
    options?: ErrorOptions,
  ) {
    super(`${place} does not open`, options);
  }
}

export class Vault {
  private ivs = new Uint8Array(0);
  private nextIv = 0;

  /**
   * @param key AES-GCM, encrypt and decrypt
   * @param generation 1 to 255: which of the keys this account had on this device
   * @param older the one before, while what it sealed is sealed again
   */
  constructor(
    private readonly key: CryptoKey,
    readonly generation = 1,
    private readonly older?: { key: CryptoKey; generation: number },
  ) {}

  /** @param place store and key of the record */
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

  /** Throws SealError. */
  async open(place: string, sealed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const key =
      sealed[0] === this.generation ? this.key : sealed[0] === this.older?.generation ? this.older?.key : undefined;
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

  /** Whether it was sealed with the key of now. */
  isCurrent(sealed: Uint8Array): boolean {
    return sealed[0] === this.generation;
  }

  /** A JSON value. */
  sealValue(place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
    return this.seal(place, encoder.encode(JSON.stringify(value)));
  }

  /** Throws SealError. */
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

/** The generation after one: it has a byte. */
export const generationAfter = (generation: number): number => (generation % 255) + 1;

/** A key for an account: random, used by WebCrypto alone. */
export const newDataKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
