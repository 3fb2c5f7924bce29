/** The door of the event stream: who asks, may they, then the stream has the connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError } from '../sync/protocol/errors';
import { ACCOUNT_HEADER, SERVER_TIME_HEADER } from '../sync/protocol/messages';
import type { Actor, Clock } from './platform/context';
import { refuseOtherAccount } from './platform/http/account-header';
import { failure, foreseen } from './platform/http/answers';
import type { Authenticator } from './platform/http/authenticator';
import { refuseProtocol } from './platform/http/protocol';
import type { RawHandler } from './platform/http/host';

export function streamHandler(path: string, authenticator: Authenticator, open: (request: IncomingMessage, response: ServerResponse, actor: Actor) => void, clock: Clock): RawHandler {
  return {
    matches: (pathname) => pathname === path,
    async handle(request, response, facts) {
      try {
        if (request.method !== 'GET') throw new CallError('HTTP_404');
        // An event source cannot set headers: its protocol may stand in the query.
        const protocol = facts.protocol || Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('protocol') ?? 0);
        refuseProtocol(protocol);
        const actor = await authenticator.authenticate(facts);
        if (!actor) throw new CallError('USER_NOT_LOGIN');
        if (!actor.companyId || !actor.role) throw new CallError('NO_PERMISSION');
        refuseOtherAccount(actor, request.headers[ACCOUNT_HEADER]);
        open(request, response, actor);
      } catch (error) {
        const known = foreseen(error);
        if (!known) facts.log.error({ err: error }, 'An event stream could not be opened.');
        const { status, body } = failure(known ?? new CallError('HTTP_500'));
        const text = JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', [SERVER_TIME_HEADER]: clock.now(), 'content-length': Buffer.byteLength(text) }).end(text);
      }
    },
  };
}
