/**
 * Passkeys that unlock this device. They do not sign in: the PRF extension of WebAuthn derives the same 32 bytes from
 * the same salt with user verification. Nothing is sent to the server.
 */

const SALT_BYTES = 32;
const random = (n: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(n));

const toId = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const fromId = (id: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(id.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

interface Prf {
  enabled?: boolean;
  results?: { first?: ArrayBuffer };
}
const prfOf = (credential: Credential | null): Prf | undefined =>
  (credential as PublicKeyCredential | null)?.getClientExtensionResults().prf as Prf | undefined;

export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Requests one of the passkeys. null: the person declined, or it has no PRF. */
export async function askPasskey(
  passkeys: readonly { id: string; salt: Uint8Array }[],
): Promise<{ id: string; prf: Uint8Array } | null> {
  try {
    const credential = await navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        userVerification: 'required',
        allowCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id: fromId(id) })),
        extensions: {
          prf: {
            evalByCredential: Object.fromEntries(
              passkeys.map(({ id, salt }) => [id, { first: salt as Uint8Array<ArrayBuffer> }]),
            ),
          },
        },
      },
    });
    const first = prfOf(credential)?.results?.first;
    return credential && first
      ? { id: toId((credential as PublicKeyCredential).rawId), prf: new Uint8Array(first) }
      : null;
  } catch {
    // declined, timed out, or no authenticator has one of them
    return null;
  }
}

/** Creates a passkey. 'noPrf': it does not support PRF; null: the person declined. */
export async function makePasskey(person: {
  name: string;
  email: string;
}): Promise<{ id: string; salt: Uint8Array; prf: Uint8Array } | 'noPrf' | null> {
  const salt = random(SALT_BYTES);
  let credential: PublicKeyCredential | null;
  try {
    credential = (await navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Satchel' },
        user: { id: random(16), name: person.email, displayName: person.name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
      },
    })) as PublicKeyCredential | null;
  } catch {
    return null;
  }
  if (!credential) return null;
  const made = prfOf(credential);
  const id = toId(credential.rawId);
  if (made?.results?.first) return { id, salt, prf: new Uint8Array(made.results.first) };
  if (!made?.enabled) return 'noPrf';
  // some authenticators return it only when requested
  const asked = await askPasskey([{ id, salt }]);
  return asked && { id, salt, prf: asked.prf };
}
