/**
 * Entry of the event stream: authenticates and authorises the request, then hands over the connection. Streams whose
 * access rules have changed are closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError } from '../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../sync/protocol/messages';
import type { Actor, Platform } from './platform/context';
import { refuseOtherAccount } from './platform/http/account-header';
import { answerFailure, expectedError } from './platform/http/answers';
import type { Authenticator } from './platform/http/authenticator';
import { refuseProtocol } from './platform/http/protocol';
import type { RawHandler } from './platform/http/host';
import type { RequestFacts } from './platform/http/request-facts';

type Open = (request: IncomingMessage, response: ServerResponse, actor: Actor) => void;

export function streamHandler(
  path: string,
  authenticator: Authenticator,
  open: Open,
  platform: Pick<Platform, 'clock' | 'events'>,
): RawHandler {
  const streams = new Map<ServerResponse, { companyId: string; facts: RequestFacts }>();
  let changes = 0;
  /**
   * Checks the open streams of a company, or all, again. A stream that is closed is requested again by its device,
   * which then receives the reason.
   */
  const recheckStreams = (companyId?: string): void => {
    changes += 1;
    for (const [response, stream] of streams) {
      if (companyId !== undefined && stream.companyId !== companyId) continue;
      void authenticator
        .authenticate(stream.facts)
        .catch(() => null)
        .then((actor) => {
          if (!actor) response.end();
        });
    }
  };
  platform.events.subscribe('ipRules', ({ companyId }) => recheckStreams(companyId));
  platform.events.onGap?.(() => recheckStreams());
  return {
    matches: (pathname) => pathname === path,
    async handle(request, response, facts) {
      try {
        if (request.method !== 'GET') throw new CallError('HTTP_404');
        // EventSource cannot set headers: the protocol version may be in the query.
        const protocol =
          facts.protocol || Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('protocol') ?? 0);
        refuseProtocol(protocol);
        const changesBefore = changes;
        const actor = await authenticator.authenticate(facts);
        if (!actor) throw new CallError('USER_NOT_LOGIN');
        if (!actor.companyId || !actor.role) throw new CallError('NO_PERMISSION');
        refuseOtherAccount(actor, request.headers[ACCOUNT_HEADER]);
        open(request, response, actor);
        streams.set(response, { companyId: actor.companyId, facts });
        response.once('close', () => streams.delete(response));
        // the rules changed during authentication
        if (changes !== changesBefore) recheckStreams(actor.companyId);
      } catch (error) {
        const known = expectedError(error);
        if (!known) facts.log.error({ err: error }, 'An event stream could not be opened.');
        if (known?.code === 'OPERATE_TOO_FAST')
          response.setHeader('retry-after', String(known.details.params?.['seconds'] ?? 1));
        answerFailure(response, platform.clock.now(), known ?? new CallError('HTTP_500'));
      }
    },
  };
}
