/**
 * Registered third-party applications, read once from the operator's file (docs/operations.md). An invalid file stops
 * the start with a sentence that names the error. `npm run third-party` creates an entry.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { SCOPES } from '../../sync/protocol/scopes';

/**
 * Whether an address may be a redirect target: https, or http on the person's own machine; nothing that another URL
 * parser could read as a different host.
 */
export function isRedirectAllowed(address: string): boolean {
  if (address.length > 2000 || /[\s\\\u0000-\u0020\u007f]/.test(address)) return false;
  try {
    const { protocol, hostname, username, password, hash, href } = new URL(address);
    if (username || password || hash || address.includes('#')) return false;
    // in normalised form, because registered addresses are compared as strings
    if (href !== address && href !== `${address}/`) return false;
    return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
  } catch {
    return false;
  }
}

const line = (max: number) =>
  v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(max, `must have at most ${max} characters`),
  );
const Entry = v.strictObject({
  id: v.pipe(v.string('must be a text'), v.regex(/^[A-Za-z0-9_-]{4,64}$/, 'must have 4 to 64 letters, digits, - or _')),
  name: line(80),
  /** name of the company behind it */
  provider: line(100),
  /**
   * SHA-256 of its secret, in hexadecimal; absent for a public client (RFC 6749, section 2.1), which cannot keep a
   * secret
   */
  secretHash: v.optional(
    v.pipe(v.string('must be a text'), v.regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hexadecimal')),
  ),
  /** false: its requests need no signature, as those of standard clients */
  signed: v.optional(v.boolean('must be true or false'), true),
  /** HMAC-SHA256 key of its signed requests */
  signingKey: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.minLength(32, 'must have at least 32 characters'),
      v.maxLength(200, 'must have at most 200 characters'),
    ),
  ),
  redirectUrls: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check(isRedirectAllowed, 'must be https addresses without a fragment (http only on this machine)'),
      ),
      'must be a list',
    ),
    v.minLength(1, 'must not be empty'),
    v.maxLength(20, 'must have at most 20 addresses'),
  ),
  scopes: v.pipe(
    v.array(v.picklist(SCOPES, `must be of ${SCOPES.join(', ')}`), 'must be a list'),
    v.minLength(1, 'must not be empty'),
  ),
});
const Client = v.pipe(
  Entry,
  v.forward(
    v.partialCheck(
      [['signed'], ['signingKey']],
      ({ signed, signingKey }) => !signed || signingKey !== undefined,
      'must be there, unless "signed" is false',
    ),
    ['signingKey'],
  ),
  v.forward(
    v.partialCheck(
      [['signed'], ['secretHash']],
      ({ signed, secretHash }) => !signed || secretHash !== undefined,
      'must be there, unless "signed" is false',
    ),
    ['secretHash'],
  ),
);
const Clients = v.pipe(
  v.array(Client, 'must be a list'),
  v.check((list) => new Set(list.map((c) => c.id)).size === list.length, 'must not have the same id twice'),
);
export type OauthClient = v.InferOutput<typeof Client>;

/** Throws an Error whose message is a sentence for the operator. */
export function readOauthClients(file: string): OauthClient[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`OAUTH_CLIENTS_FILE must name a readable JSON file; "${file}" is none.`, { cause });
  }
  const result = v.safeParse(Clients, content);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const fieldPath = v.getDotPath(issue);
  throw new Error(`OAUTH_CLIENTS_FILE: ${fieldPath === null ? 'the file' : fieldPath} ${issue.message}.`);
}
