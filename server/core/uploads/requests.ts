/** Shared by the raw handlers (tus, playback): authentication, and errors in the form of the API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError } from '../../../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../../../sync/protocol/messages';
import type { Scope } from '../../../sync/protocol/scopes';
import type { Actor } from '../../platform/context';
import { refuseOtherAccount } from '../../platform/http/account-header';
import type { Authenticator, Credentials } from '../../platform/http/authenticator';

/** Handles a request completely, including errors. */
export type HandleRaw = (request: IncomingMessage, response: ServerResponse, facts: Credentials) => Promise<void>;

/**
 * The active member of a company who sends the request; with `scope` also one for whom a third party with this scope acts
 * (`actor.grant`). Throws USER_NOT_LOGIN, NO_PERMISSION, COMPANY_MISMATCH and the errors of the authenticator.
 */
export async function memberOf(
  authenticator: Authenticator,
  request: IncomingMessage,
  facts: Credentials,
  scope?: Scope,
): Promise<Actor> {
  const granted = scope && (await authenticator.granted?.(facts));
  if (granted && !granted.scopes.includes(scope)) throw new CallError('NO_PERMISSION');
  const actor = granted?.actor ?? (await authenticator.authenticate(facts));
  if (!actor) throw new CallError('USER_NOT_LOGIN');
  if (!actor.companyId || !actor.role) throw new CallError('NO_PERMISSION');
  refuseOtherAccount(actor, request.headers[ACCOUNT_HEADER]);
  return actor;
}

export function answerFailure(response: ServerResponse, error: unknown): void {
  const failure = error instanceof CallError ? error : new CallError('HTTP_500', { cause: error });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { params } = failure.details;
  const body = JSON.stringify({
    success: false,
    error: failure.code,
    message: failure.code,
    ...(params ? { params } : {}),
  });
  response
    .writeHead(failure.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .end(body);
}
