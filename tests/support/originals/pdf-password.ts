/** Protects a PDF by a password: the standard handler with 40 bits of RC4 (ISO 32000-1 section 7.6.3, revision 2). */
import { createHash } from 'node:crypto';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.alloc(16, 7);
/** everything but changes is permitted */
const PERMISSIONS = -4;
const KEY_BYTES = 5;

const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);

/** RC4; Node has it only with OpenSSL's legacy provider. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      [state[i], state[j]] = [state[j]!, state[i]!];
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}

export interface PdfProtection {
  /** the dictionary of the trailer's `/Encrypt` */
  dictionary: string;
  /** the trailer's `/ID`, hexadecimal */
  id: string;
  /** encrypts the data of the stream in object `number` */
  encrypt(data: Buffer, number: number): Buffer;
}

/** Text strings of the document are not encrypted: a protected document has no title and no bookmarks. */
export function protection(password: string): PdfProtection {
  const owner = rc4(md5(padded(`owner of ${password}`)).subarray(0, KEY_BYTES), padded(password));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(padded(password), owner, permissions, ID).subarray(0, KEY_BYTES);
  const user = rc4(key, PADDING);
  return {
    dictionary: `<</Filter/Standard/V 1/R 2/O<${owner.toString('hex')}>/U<${user.toString('hex')}>/P ${PERMISSIONS}>>`,
    id: ID.toString('hex'),
    encrypt(data, number) {
      const place = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
      return rc4(md5(key, place).subarray(0, KEY_BYTES + 5), data);
    },
  };
}
