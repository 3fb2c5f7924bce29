/** Password hashing: argon2id, 19 MiB, two passes (OWASP Password Storage Cheat Sheet), in the thread pool. */
import { hash, verify } from '@node-rs/argon2';

// memoryCost in KiB; the library's default algorithm is argon2id
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Normalises the input, so that composed and decomposed forms of a text are the same password. */
const normalised = (password: string): string => password.normalize('NFKC');

/** Returns the hash in PHC form, with its salt. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), COST);

let dummyHash: Promise<string> | null = null;

/**
 * Verifies a password against a stored hash. Without a hash (unknown address, or no password) it does the same work and
 * returns false, so that the time reveals nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hashPassword(crypto.randomUUID())));
  const matches = await verify(against, normalised(password));
  return stored !== null && matches;
}
