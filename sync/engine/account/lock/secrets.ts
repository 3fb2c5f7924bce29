/**
 * What opens a locked key: a PIN, a passkey, or the secret that the server keeps. Each gives a wrapping key, and the key of the data is
 * wrapped by it (AES-KW): a wrong secret does not unwrap, and says so.
 *
 *   PIN ── PBKDF2-SHA-256, salt ──┐
 *   passkey ── PRF ── HKDF, salt ─┼─► AES-KW 256 ──► wrapped key (40 bytes)
 *   recovery secret ── HKDF ──────┘
 */
import * as v from 'valibot';

/** of PBKDF2-SHA-256 (OWASP Password Storage Cheat Sheet) */
export const PIN_ITERATIONS = 600_000;
/** bytes of a salt, and of a secret that the server keeps */
export const SALT_BYTES = 16;
export const SECRET_BYTES = 32;

const DATA = { name: 'AES-GCM', length: 256 } as const;
const WRAPPING = { name: 'AES-KW', length: 256 } as const;
const encoder = new TextEncoder();

export const randomBytes = (n: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(n));

/** The digits 123456, 654321, 000000, 121212, 112233 are what is tried first. */
function isTrivial(pin: string): boolean {
  const steps = [...pin].slice(1).map((c, i) => c.codePointAt(0)! - pin.codePointAt(i)!);
  if (steps.every((step) => step === steps[0] && Math.abs(step) <= 1)) return true;
  for (const period of [2, 3])
    if (pin.length % period === 0 && pin === pin.slice(0, period).repeat(pin.length / period)) return true;
  return new Set(pin).size <= 2 || /^(\d)\1(\d)\2(\d)\3$/.test(pin);
}

/** Six characters or more: digits, or a sentence. Fails with `pinShort` or `pinTrivial`. */
export const Pin = v.pipe(
  v.string(),
  v.minLength(6, 'pinShort'),
  v.maxLength(128, 'pinShort'),
  v.check((pin) => !isTrivial(pin), 'pinTrivial'),
);

/** A PIN as typed on any keyboard: the same text, composed or decomposed, full width or not, is the same PIN. */
export async function pinKey(pin: string, salt: Uint8Array, iterations: number): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', encoder.encode(pin.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: salt as Uint8Array<ArrayBuffer>, iterations },
    typed,
    WRAPPING,
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

/** @param secret 32 random bytes: of a passkey's PRF, or from the server */
export async function secretKey(secret: Uint8Array, salt: Uint8Array, use: 'passkey' | 'recovery'): Promise<CryptoKey> {
  const raw = await crypto.subtle.importKey('raw', secret as Uint8Array<ArrayBuffer>, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: salt as Uint8Array<ArrayBuffer>, info: encoder.encode(`satchel ${use}`) },
    raw,
    WRAPPING,
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

/** A key for data that can be wrapped: it must not outlive the function that wraps it. */
export const wrappableKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(DATA, true, ['encrypt', 'decrypt']);

/** As it is used: no script reads it out. */
export async function sealedOff(wrappable: CryptoKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await crypto.subtle.exportKey('raw', wrappable), DATA, false, [
    'encrypt',
    'decrypt',
  ]);
}

export const wrap = async (key: CryptoKey, by: CryptoKey): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.wrapKey('raw', key, by, WRAPPING.name));

/** null: another secret wrapped it. `wrappable`: to be wrapped again, by whoever changes a PIN. */
export async function unwrap(wrapped: Uint8Array, by: CryptoKey, wrappable = false): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.unwrapKey(
      'raw',
      wrapped as Uint8Array<ArrayBuffer>,
      by,
      WRAPPING.name,
      DATA,
      wrappable,
      ['encrypt', 'decrypt'],
    );
  } catch (error) {
    if ((error as Error).name === 'OperationError') return null;
    throw error;
  }
}
