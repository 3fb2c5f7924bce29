/**
 * The signature of a third party's request: HMAC-SHA256 with its key over the values below, one per line in this order,
 * an empty line for an absent value; encoded in base64url. No value contains a line break.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthorizationRequest } from './contract';

const SIGNED = [
  'clientId',
  'redirectUrl',
  'responseType',
  'timestamp',
  'partnerUserId',
  'partnerUserName',
  'scopes',
  'state',
  'codeChallenge',
  'codeChallengeMethod',
] as const;

export function signatureOf(request: Omit<AuthorizationRequest, 'signatures' | 'companyId'>, key: string): string {
  return createHmac('sha256', key)
    .update(SIGNED.map((name) => request[name]).join('\n'))
    .digest('base64url');
}

/** Whether the request has the right signature; compares in constant time. */
export function isSigned(request: AuthorizationRequest, key: string): boolean {
  const [right, given] = [Buffer.from(signatureOf(request, key)), Buffer.from(request.signatures.replace(/=+$/, ''))];
  return right.length === given.length && timingSafeEqual(right, given);
}
