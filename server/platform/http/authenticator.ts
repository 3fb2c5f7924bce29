/** Resolves a request's credentials to a person. The organization service implements it. */
import type { Scope } from '../../../sync/protocol/scopes';
import type { Actor } from '../context';

export interface Credentials {
  cookies: Readonly<Record<string, string>>;
  /** the Authorization header; undefined if absent */
  authorization: string | undefined;
  /** the client's address; X-Forwarded-For counts only from trusted proxies */
  ip: string;
  userAgent: string;
  serverIp?: string | undefined;
  region?: string | undefined;
}

export interface Authenticator {
  /**
   * Returns the person, or null without a token or with one of another issuer. Throws CallError JWT_TOKEN_EXPIRED and
   * SESSION_REVOKED (params `wipe`: 'true' tells the device to erase its replica), IP_BLOCKED (params `ip`). If it
   * throws, a call of `anyone` continues without a person.
   */
  authenticate(request: Credentials): Promise<Actor | null>;

  /**
   * Returns the person for whom a third party acts, and its scopes; null without a third party's token. Only calls and
   * the parts of files for projects use it: for streams, recordings, pictures and screens a third party is anonymous.
   * Throws JWT_TOKEN_EXPIRED, IP_BLOCKED.
   */
  granted?(request: Credentials): Promise<{ actor: Actor; scopes: readonly Scope[] } | null>;
}
