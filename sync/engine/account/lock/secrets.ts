/**
 * The secrets that open a locked key: a PIN, a passkey, or the recovery secret that the server keeps. Each derives a
 * wrapping key, and the data key is wrapped by it (AES-KW, RFC 3394): unwrapping with a wrong secret fails its
 * integrity check.
 *
 *   PIN ── PBKDF2-SHA-256, salt ──┐
 *   passkey ── PRF ── HKDF, salt ─┼─► AES-KW 256 ──► wrapped key (40 bytes)
 *   recovery secret ── HKDF ──────┘
 */
import * as v from 'valibot';

/** rounds of PBKDF2-SHA-256 (OWASP Password Storage Cheat Sheet) */
export const PIN_ITERATIONS = 600_000;
/** bytes of a salt, and of the recovery secret */
export const SALT_BYTES = 16;
export const SECRET_BYTES = 32;

const DATA = { name: 'AES-GCM', length: 256 } as const;
const WRAPPING = { name: 'AES-KW', length: 256 } as const;
const encoder = new TextEncoder();

export const randomBytes = (n: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(n));

/** Whether a PIN is one of those that are guessed first: 123456, 654321, 000000, 121212, 112233. */
function isTrivial(pin: string): boolean {
  const steps = [...pin].slice(1).map((c, i) => c.codePointAt(0)! - pin.codePointAt(i)!);
  if (steps.every((step) => step === steps[0] && Math.abs(step) <= 1)) return true;
  for (const period of [2, 3])
    if (pin.length % period === 0 && pin === pin.slice(0, period).repeat(pin.length / period)) return true;
  return new Set(pin).size <= 2 || /^(\d)\1(\d)\2(\d)\3$/.test(pin);
}

/** Six characters or more, digits or a passphrase. Fails with `pinShort` or `pinTrivial`. */
export const Pin = v.pipe(
  v.string(),
  v.minLength(6, 'pinShort'),
  v.maxLength(128, 'pinShort'),
  v.check((pin) => !isTrivial(pin), 'pinTrivial'),
);

/**
 * Derives the wrapping key of a PIN. NFKC makes composed, decomposed and full-width forms of the same text the same
 * PIN.
 */
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

/** @param secret 32 random bytes: the PRF output of a passkey, or the recovery secret of the server */
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

/** A data key that can be wrapped. It is extractable, so it must not outlive the function that wraps it. */
export const wrappableKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(DATA, true, ['encrypt', 'decrypt']);

/** The same key as it is used: not extractable. */
export async function sealedOff(wrappable: CryptoKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await crypto.subtle.exportKey('raw', wrappable), DATA, false, [
    'encrypt',
    'decrypt',
  ]);
}

export const wrap = async (key: CryptoKey, by: CryptoKey): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.wrapKey('raw', key, by, WRAPPING.name));

/** null: the key was wrapped by another secret. `wrappable`: extractable, to be wrapped again for another secret. */
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
