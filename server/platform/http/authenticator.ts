/** What turns a request's credentials into the person behind it. The organization service gives the implementation. */
import type { Scope } from '../../../sync/protocol/scopes';
import type { Actor } from '../context';

export interface Credentials {
  cookies: Readonly<Record<string, string>>;
  /** the Authorization header, undefined for none */
  authorization: string | undefined;
  /** the client's address, behind trusted proxies only */
  ip: string;
  userAgent: string;
  serverIp?: string | undefined;
  region?: string | undefined;
}

export interface Authenticator {
  /**
   * The person, or null where nobody is signed in (no token, or one that is not ours). Throws CallError JWT_TOKEN_EXPIRED and
   * SESSION_REVOKED (params `wipe`: 'true' tells the device to erase its replica), IP_BLOCKED (params `ip`). A call of `anyone` goes on without a person when it throws.
   */
  authenticate(request: Credentials): Promise<Actor | null>;

  /**
   * The person for whom a third party acts, and how far; null where the request carries no token of a third party. Only calls ask this:
   * for everything else (streams, uploads, pictures, screens) a third party is nobody. Throws JWT_TOKEN_EXPIRED, IP_BLOCKED.
   */
  granted?(request: Credentials): Promise<{ actor: Actor; scopes: readonly Scope[] } | null>;
}
