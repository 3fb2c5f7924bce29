import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Incremental SHA-256. WebCrypto hashes only data that is completely in memory; a recording is hashed row by row. */
export class Sha256 {
  readonly #hash = sha256.create();

  update(bytes: Uint8Array): this {
    this.#hash.update(bytes);
    return this;
  }

  /** The digest in lower-case hex. Ends the computation. */
  hex(): string {
    return bytesToHex(this.#hash.digest());
  }
}
