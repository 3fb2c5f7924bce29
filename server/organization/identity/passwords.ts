/** Hashing of passwords: argon2id, 19 MiB, two passes (OWASP Password Storage Cheat Sheet), in the thread pool. */
import { hash, verify } from '@node-rs/argon2';

// memoryCost in KiB; the library's default algorithm is argon2id
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A password as typed on any keyboard: the same text, composed or decomposed, is the same password. */
const typed = (password: string): string => password.normalize('NFKC');

/** Gives the hash in PHC form, with its salt. */
export const hashPassword = (password: string): Promise<string> => hash(typed(password), COST);

let nobody: Promise<string> | null = null;

/**
 * Whether a password is the one behind a stored hash. Without a hash (nobody has that address, or no password is set) the same work
 * is done and the answer is no, so that the time says nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (nobody ??= hashPassword(crypto.randomUUID())));
  const matches = await verify(against, typed(password));
  return stored !== null && matches;
}
