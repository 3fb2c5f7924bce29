/** Binds the calls of chats to the service. */
import { bind, bindEvents, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { chatCalls as calls } from './contract';
import { createHomeStart } from './home-start';
import { createChats } from './service';
import { followAnswer } from './stream-question';

export function chatRoutes(core: CoreServices): BoundCall[] {
  const chats = createChats(core);
  const startFromHome = createHomeStart(core);
  const done = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.createHome, ({ actor, input }) => startFromHome(actor, input)),
    bind(calls.createInProject, ({ actor, input }) => chats.createInProject(actor, input)),
    bind(calls.createFelo, ({ actor, input }) => chats.createFelo(actor, input)),
    bind(calls.get, ({ actor, input }) => chats.get(actor, input.id)),
    bindEvents(calls.question, async function* ({ actor, input, request }) {
      yield* followAnswer(core, actor, await chats.question(actor, input), request.signal);
    }),
    bind(calls.terminate, ({ actor, input }) => done(chats.terminate(actor, input.id))),
    bind(calls.searchMine, ({ actor, input }) => chats.searchMine(actor, input)),
    bind(calls.setShare, ({ actor, input }) => chats.setShare(actor, input)),
    bind(calls.remove, ({ actor, input }) => done(chats.remove(actor, input.id))),
    bind(calls.stop, ({ actor, input }) => done(chats.stop(actor, input.turnId))),
    bind(calls.retry, ({ actor, input }) => done(chats.retry(actor, input.turnId))),
    bind(calls.rateSource, ({ actor, input }) => done(chats.rateSource(actor, input))),
    bind(calls.report, ({ actor, input }) => done(chats.report(actor, input))),
  ];
}
