/** Binds the calls of deep research to the service. */
import { bind, bindEvents, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { researchCalls as calls } from './contract';
import { followResearch } from './follow';
import { createResearches } from './service';

export function researchRoutes(core: CoreServices): BoundCall[] {
  const researches = createResearches(core);
  const done = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.start, async ({ actor, input }) => ({ session_id: await researches.start(actor, input) })),
    bindEvents(calls.chat, async function* ({ actor, input, request }) {
      await researches.say(actor, input.sid, input.user_input);
      yield* followResearch(core, actor, input.sid, request.signal);
    }),
    bind(calls.feedbacks, ({ actor, input }) => researches.feedback(actor, input)),
    bind(calls.savePlan, ({ actor, input }) => researches.savePlan(actor, input)),
    bind(calls.begin, ({ actor, input }) => researches.begin(actor, input.id)),
    bind(calls.cancel, ({ actor, input }) => done(researches.cancel(actor, input.id))),
    bind(calls.retry, ({ actor, input }) => done(researches.retry(actor, input.id))),
    bind(calls.searchMine, ({ actor, input }) => researches.searchMine(actor, input)),
    bind(calls.get, ({ actor, input }) => researches.get(actor, input.id)),
    bind(calls.report, ({ actor, input }) => researches.report(actor, input.id)),
    bind(calls.step, ({ actor, input }) => researches.step(actor, input.id)),
    bind(calls.setShare, ({ actor, input }) => researches.setShare(actor, input)),
    bind(calls.html, ({ actor, input }) => researches.html(actor, input.id)),
  ];
}
