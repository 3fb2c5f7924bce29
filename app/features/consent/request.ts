/** A third party's request from the address of the consent page, and the redirect to sign in first. */
import { redirect } from '@remix-run/node';
import { codeOf } from '~/features/account/refusal';
import { paths } from '~/paths';
import { STANDARD_NAMES } from '../../../server/organization/third-parties/contract';

const FIELDS = [
  'clientId',
  'redirectUrl',
  'signatures',
  'responseType',
  'timestamp',
  'partnerUserId',
  'partnerUserName',
  'scopes',
  'state',
  'codeChallenge',
  'codeChallengeMethod',
  'companyId',
] as const;
export type ConsentRequest = Record<(typeof FIELDS)[number], string>;

/**
 * The fields of a request, by the specification's names or else those of RFC 6749; missing ones are empty and refused
 * by the server.
 */
export function requestOf(address: string): ConsentRequest {
  const { searchParams } = new URL(address);
  const standard = new Map(Object.entries(STANDARD_NAMES).map(([name, field]) => [field, searchParams.get(name)]));
  return Object.fromEntries(
    FIELDS.map((name) => [name, searchParams.get(name) ?? standard.get(name) ?? '']),
  ) as ConsentRequest;
}

const ENDED = new Set(['USER_NOT_LOGIN', 'JWT_TOKEN_EXPIRED', 'SESSION_REVOKED']);

/**
 * Throws a redirect to the sign-in, and back here, for a visitor whose session has ended. Returns the code of any other
 * refusal.
 */
export function signInFirst(request: Request, error: unknown): string {
  const { pathname, search } = new URL(request.url);
  // a loader's data request carries the address of the data, not of the page
  const here = pathname.replace(/\.data$/, '') + search;
  const code = codeOf(error);
  if (ENDED.has(code))
    throw redirect(paths.login(here), { status: 303, headers: { 'X-Remix-Reload-Document': 'true' } });
  return code;
}

/** The address to which a refusal may be reported: one that the third party has registered. */
export const backOf = (error: unknown): string => {
  const back = (error as { details?: { params?: Record<string, unknown> } }).details?.params?.['back'];
  return typeof back === 'string' ? back : '';
};
