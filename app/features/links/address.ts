/** Addresses that people type or paste. */

/** One word that is an address: with a scheme, or a name with a known form (`example.org/guide`). */
const ADDRESS = /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?)$/iu;

/** The address with its scheme; null for what is none. Which addresses may be read is decided by the server. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  if (typed.length > 2048 || !ADDRESS.test(typed)) return null;
  try {
    const url = new URL(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
    return url.hostname.includes('.') || url.hostname.startsWith('[') || url.hostname === 'localhost' ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * A pasted text that is nothing but an address; null for another one. A bare name is not taken for one: it may be a
 * file.
 */
export const pastedAddress = (text: string): string | null =>
  /^https?:\/\/\S+$/i.test(text.trim()) ? readAddress(text) : null;
