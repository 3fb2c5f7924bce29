/**
 * OAuth endpoints in their standard form, for clients without knowledge of Satchel; the same tokens and checks as the
 * calls of `contract.ts`.
 *
 *   GET  /.well-known/oauth-authorization-server       metadata (RFC 8414)
 *   POST /api/organization/open/oauth/token            form-encoded (RFC 6749, 7636); a JSON body is the call
 *   POST /api/organization/open/oauth/revoke           form-encoded (RFC 7009)
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { isScope, SCOPES } from '../../../sync/protocol/scopes';
import type { Platform } from '../../platform/context';
import { expectedError } from '../../platform/http/answers';
import { callName, routePath } from '../../platform/http/calls';
import type { RawHandler } from '../../platform/http/host';
import { networkOf } from '../../platform/http/network';
import { RateLimits } from '../../platform/http/rate-limit';
import { ClientGoneError } from '../../platform/http/request-body';
import { thirdPartyCalls } from './contract';
import type { ClientCredentials, ThirdPartyTokens } from './tokens';

const METADATA_PATH = '/.well-known/oauth-authorization-server';
const TOKEN_PATH = routePath(thirdPartyCalls.token);
const REVOCATION_PATH = '/api/organization/open/oauth/revoke';
/** maximum bytes of a form */
const FORM_MAX = 16 * 1024;
const AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'];

export const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth/authorization`,
  token_endpoint: issuer + TOKEN_PATH,
  revocation_endpoint: issuer + REVOCATION_PATH,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: AUTHENTICATION,
  scopes_supported: SCOPES,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/api/docs`,
});

/** An error response of RFC 6749, section 5.2. */
class Refused extends Error {
  constructor(
    readonly error: string,
    readonly description: string,
    readonly status = 400,
  ) {
    super(error);
  }
}

export function standardOauth(platform: Pick<Platform, 'config' | 'query'>, tokens: ThirdPartyTokens): RawHandler {
  const limits = new RateLimits({ engine: platform.config.databaseUrl ? 'postgres' : 'pglite', query: platform.query });

  const token = async (form: URLSearchParams, credentials: ClientCredentials): Promise<Record<string, unknown>> => {
    const grantType = form.get('grant_type');
    if (!grantType) throw new Refused('invalid_request', 'grant_type is missing');
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
      throw new Refused('unsupported_grant_type', 'authorization_code or refresh_token');
    const needed = grantType === 'authorization_code' ? ['code', 'redirect_uri', 'code_verifier'] : ['refresh_token'];
    const missing = needed.find((name) => !form.get(name));
    if (missing) throw new Refused('invalid_request', `${missing} is missing`);
    if ((form.get('scope') ?? '').split(' ').some((scope) => scope && !isScope(scope)))
      throw new Refused('invalid_scope', 'the scope is unknown');
    const issued = await tokens.exchange({
      ...credentials,
      grantType,
      code: form.get('code') ?? '',
      redirectUrl: form.get('redirect_uri') ?? '',
      codeVerifier: form.get('code_verifier') ?? '',
      refreshToken: form.get('refresh_token') ?? '',
    });
    return {
      access_token: issued.accessToken,
      token_type: issued.tokenType,
      expires_in: issued.expiresIn,
      refresh_token: issued.refreshToken,
      scope: issued.scopes.join(' '),
      user_id: issued.userId,
      company_id: issued.companyId,
    };
  };

  return {
    matches: (pathname, request) =>
      pathname === METADATA_PATH ||
      pathname === REVOCATION_PATH ||
      (pathname === TOKEN_PATH && request.method === 'POST' && isForm(request)),
    async handle(request, response, facts) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === METADATA_PATH) {
        if (request.method !== 'GET' && request.method !== 'HEAD')
          return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0, connection: 'close' }).end();
        return answer(request, response, 200, metadata(facts.origin));
      }
      if (request.method !== 'POST')
        return void response.writeHead(405, { allow: 'POST', 'content-length': 0, connection: 'close' }).end();
      try {
        await limits.count(callName(thirdPartyCalls.token), thirdPartyCalls.token, networkOf(facts.ip));
        if (!isForm(request)) throw new Refused('invalid_request', 'the body is not form-encoded');
        const form = await readForm(request);
        const credentials = credentialsOf(request.headers.authorization, form);
        if (pathname === TOKEN_PATH) return answer(request, response, 200, await token(form, credentials));
        const revoked = form.get('token');
        if (!revoked) throw new Refused('invalid_request', 'token is missing');
        await tokens.revoke(credentials, revoked);
        return void response.writeHead(200, { 'content-length': 0, 'cache-control': 'no-store' }).end();
      } catch (error) {
        if (error instanceof ClientGoneError) return void response.destroy();
        const refused = error instanceof Refused ? error : inStandardWords(expectedError(error));
        if (!refused) facts.log.error({ err: error }, 'An OAuth request failed for an unforeseen reason.');
        const { status, error: code, description } = refused ?? new Refused('server_error', 'try again later', 500);
        if (status === 401) response.setHeader('www-authenticate', 'Basic realm="Satchel", charset="UTF-8"');
        if (error instanceof CallError && error.code === 'OPERATE_TOO_FAST')
          response.setHeader('retry-after', String(error.details.params?.['seconds'] ?? 1));
        // Unread bytes of a body would be parsed as the next request.
        if (!request.complete) response.setHeader('connection', 'close');
        answer(request, response, status, { error: code, error_description: description });
      }
    },
  };
}

const WORDS: Partial<Record<ErrorCode, () => Refused>> = {
  OAUTH_CLIENT_UNKNOWN: () => new Refused('invalid_client', 'the client is unknown, or its secret is wrong', 401),
  OAUTH_REQUEST_INVALID: () =>
    new Refused('invalid_grant', 'the code or token is wrong, used, over, or of another client'),
  NO_PERMISSION: () => new Refused('unauthorized_client', 'the token belongs to another client'),
  OPERATE_TOO_FAST: () => new Refused('temporarily_unavailable', 'too many requests', 429),
  DATA_LOCK_FAILED: () => new Refused('temporarily_unavailable', 'try again', 503),
  HTTP_503: () => new Refused('temporarily_unavailable', 'try again', 503),
};
const inStandardWords = (error: CallError | null): Refused | null => (error && WORDS[error.code]?.()) ?? null;

const isForm = (request: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers['content-type'] ?? '');

/**
 * Throws ClientGoneError for a truncated body, and Refused if it is too large, not UTF-8, or repeats a name (RFC 6749,
 * section 3.2).
 */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > FORM_MAX) throw new Refused('invalid_request', 'the body is too large', 413);
      parts.push(part as Buffer);
    }
  } catch (cause) {
    throw cause instanceof Refused ? cause : new ClientGoneError('the form was cut', { cause });
  }
  const form = new URLSearchParams(Buffer.concat(parts).toString());
  const names = [...form.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Refused('invalid_request', 'a parameter comes twice');
  return form;
}

/**
 * Credentials by Basic (RFC 6749, section 2.3.1: both parts form-encoded) or in the form, where a public client sends
 * its id only.
 */
function credentialsOf(authorization: string | undefined, form: URLSearchParams): ClientCredentials {
  const [id, secret] = [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  if (authorization === undefined) {
    if (!id) throw new Refused('invalid_client', 'client_id is missing', 401);
    return { clientId: id, clientSecret: secret };
  }
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  if (colon < 1) throw new Refused('invalid_client', 'only Basic authentication is known', 401);
  if (secret) throw new Refused('invalid_request', 'the client authenticates in two ways');
  const plain = (part: string): string => new URLSearchParams(`part=${part}`).get('part') ?? '';
  const basic = { clientId: plain(decoded.slice(0, colon)), clientSecret: plain(decoded.slice(colon + 1)) };
  if (id && id !== basic.clientId)
    throw new Refused('invalid_request', 'client_id is another one than that of the authentication');
  return basic;
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-length': Buffer.byteLength(text),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
