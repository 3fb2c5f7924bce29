/**
 * Validates an authorization request before it is shown to a person:
 *
 *   client known ─► address registered ─► signed ─┬► at most five minutes old ─► code, PKCE, scopes ─► valid
 *        │                  │                │    └ refused; the error is sent to the third party's address
 *        └──────────────────┴────────────────┴ refused without a redirect: the request may be forged
 *
 * If the client's entry requires no signature, the registered address and PKCE protect the request (RFC 9700);
 * signature and age are not checked.
 */
import { CallError } from '../../../sync/protocol/errors';
import { isScope, type Scope } from '../../../sync/protocol/scopes';
import { isRedirectAllowed, type OauthClient } from '../../platform/oauth-clients';
import type { AuthorizationRequest } from './contract';
import { isSigned } from './signature';

/** Validity of a request in milliseconds, and the tolerated clock skew of the third party. */
export const REQUEST_MS = 5 * 60_000;

/** The registered address with the answer's parameters added to its query. */
export function backTo(address: string, answer: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(answer)) if (value) url.searchParams.append(name, value);
  return url.href;
}

/**
 * Compares addresses as strings. The system assigns the port of a public client's loopback address, so it is ignored
 * (RFC 8252, section 7.3).
 */
function isRegistered(client: OauthClient, registered: string, given: string): boolean {
  if (registered === given) return true;
  if (
    client.secretHash !== undefined ||
    !/^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/.test(registered) ||
    !isRedirectAllowed(given)
  )
    return false;
  const withoutPort = (address: string): string => Object.assign(new URL(address), { port: '' }).href;
  return withoutPort(registered) === withoutPort(given);
}

/** Throws OAUTH_CLIENT_UNKNOWN, OAUTH_REQUEST_INVALID, SIGN_NOT_MATCH, OAUTH_REQUEST_EXPIRED. */
export function checkRequest(
  clients: readonly OauthClient[],
  request: AuthorizationRequest,
  now: number,
  issuer: string,
): { client: OauthClient; scopes: Scope[] } {
  const client = clients.find((c) => c.id === request.clientId);
  if (!client) throw new CallError('OAUTH_CLIENT_UNKNOWN');
  if (!client.redirectUrls.some((registered) => isRegistered(client, registered, request.redirectUrl)))
    throw new CallError('OAUTH_REQUEST_INVALID', {
      fieldErrors: { redirectUrl: 'OAUTH_REQUEST_INVALID' },
      message: 'redirectUrl is not registered',
    });
  if (client.signed && !isSigned(request, client.signingKey!)) throw new CallError('SIGN_NOT_MATCH');
  const refuse = (
    error: string,
    code: 'OAUTH_REQUEST_INVALID' | 'OAUTH_REQUEST_EXPIRED' = 'OAUTH_REQUEST_INVALID',
  ): never => {
    throw new CallError(code, {
      message: error,
      params: { back: backTo(request.redirectUrl, { error, state: request.state, iss: issuer }) },
    });
  };
  if (client.signed && Math.abs(now - Number(request.timestamp)) > REQUEST_MS)
    refuse('request_expired', 'OAUTH_REQUEST_EXPIRED');
  if (client.signed && !request.partnerUserId) refuse('invalid_request');
  if (request.responseType !== 'code') refuse('unsupported_response_type');
  if (request.codeChallengeMethod !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(request.codeChallenge))
    refuse('invalid_request');
  const requestedScopes = [...new Set(request.scopes.split(' ').filter(Boolean))];
  const scopes = requestedScopes.filter(isScope).filter((scope) => client.scopes.includes(scope));
  if (scopes.length === 0 || scopes.length < requestedScopes.length) refuse('invalid_scope');
  return { client, scopes };
}
