import type { BoundCall } from '../../platform/http/feature';
import { bind, type Admit } from '../../platform/http/feature';
import { REFRESH_COOKIE } from '../identity/cookies';
import { handoverCalls } from './contract';
import type { HandoverService } from './service';

export function handoverRoutes(handovers: HandoverService): BoundCall[] {
  const admit: Admit = (request) => handovers.admit(request.cookies[REFRESH_COOKIE]);
  return [
    bind(
      handoverCalls.items,
      async ({ request, input }) => {
        await handovers.addItems({ token: request.cookies[REFRESH_COOKIE] }, input);
        return {};
      },
      admit,
    ),
    bind(
      handoverCalls.audio,
      async ({ request, input }) => ({
        size: await handovers.addAudio({ token: request.cookies[REFRESH_COOKIE] }, input),
      }),
      admit,
    ),
    bind(handoverCalls.finish, async ({ request, input }) => {
      await handovers.finish(request.cookies[REFRESH_COOKIE], input.leftOut);
      return {};
    }),
    bind(handoverCalls.leftItems, async ({ actor, input }) => {
      await handovers.addItems({ actor, userId: input.userId }, input);
      return {};
    }),
    bind(handoverCalls.leftAudio, async ({ actor, input }) => ({
      size: await handovers.addAudio({ actor, userId: input.userId }, input),
    })),
    bind(handoverCalls.leftFinish, async ({ actor, input }) => {
      await handovers.finishLeft({ actor, userId: input.userId }, input);
      return {};
    }),
    bind(handoverCalls.list, async ({ actor }) => ({ handovers: await handovers.list(actor) })),
    bind(handoverCalls.read, ({ actor, input }) => handovers.read(actor, input)),
    bind(handoverCalls.readAudio, async ({ actor, input }) => ({ bytes: await handovers.readAudio(actor, input) })),
    bind(handoverCalls.resolve, async ({ actor, input }) => {
      await handovers.resolve(actor, input.id, input.outcome);
      return {};
    }),
  ];
}
