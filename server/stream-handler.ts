/** The door of the event stream: who asks, may they, then the stream has the connection; until the rules of addresses say otherwise. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError } from '../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../sync/protocol/messages';
import type { Actor, Platform } from './platform/context';
import { refuseOtherAccount } from './platform/http/account-header';
import { answerFailure, foreseen } from './platform/http/answers';
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
  const lines = new Map<ServerResponse, { companyId: string; facts: RequestFacts }>();
  let changes = 0;
  /** Asks again for each line of a company, or for all. A line that ends is asked for anew by its device, which then hears why not. */
  const lookAgain = (companyId?: string): void => {
    changes += 1;
    for (const [response, line] of lines) {
      if (companyId !== undefined && line.companyId !== companyId) continue;
      void authenticator
        .authenticate(line.facts)
        .catch(() => null)
        .then((actor) => {
          if (!actor) response.end();
        });
    }
  };
  platform.events.subscribe('ipRules', ({ companyId }) => lookAgain(companyId));
  platform.events.onGap?.(() => lookAgain());
  return {
    matches: (pathname) => pathname === path,
    async handle(request, response, facts) {
      try {
        if (request.method !== 'GET') throw new CallError('HTTP_404');
        // An event source cannot set headers: its protocol may stand in the query.
        const protocol =
          facts.protocol || Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('protocol') ?? 0);
        refuseProtocol(protocol);
        const before = changes;
        const actor = await authenticator.authenticate(facts);
        if (!actor) throw new CallError('USER_NOT_LOGIN');
        if (!actor.companyId || !actor.role) throw new CallError('NO_PERMISSION');
        refuseOtherAccount(actor, request.headers[ACCOUNT_HEADER]);
        open(request, response, actor);
        lines.set(response, { companyId: actor.companyId, facts });
        response.once('close', () => lines.delete(response));
        // the rules changed while it was asked who this is
        if (changes !== before) lookAgain(actor.companyId);
      } catch (error) {
        const known = foreseen(error);
        if (!known) facts.log.error({ err: error }, 'An event stream could not be opened.');
        if (known?.code === 'OPERATE_TOO_FAST')
          response.setHeader('retry-after', String(known.details.params?.['seconds'] ?? 1));
        answerFailure(response, platform.clock.now(), known ?? new CallError('HTTP_500'));
      }
    },
  };
}
