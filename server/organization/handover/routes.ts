import type { BoundCall } from '../../platform/http/feature';
import { bind, type Admit } from '../../platform/http/feature';
import { REFRESH_COOKIE } from '../identity/cookies';
import { handoverCalls } from './contract';
import type { HandoverReview } from './review';
import type { HandoverUploads } from './uploads';

export function handoverRoutes(uploads: HandoverUploads, review: HandoverReview): BoundCall[] {
  const admit: Admit = (request) => uploads.admit(request.cookies[REFRESH_COOKIE]);
  return [
    bind(
      handoverCalls.items,
      async ({ request, input }) => {
        await uploads.addItems({ token: request.cookies[REFRESH_COOKIE] }, input);
        return {};
      },
      admit,
    ),
    bind(
      handoverCalls.audio,
      async ({ request, input }) => ({
        size: await uploads.addAudio({ token: request.cookies[REFRESH_COOKIE] }, input),
      }),
      admit,
    ),
    bind(handoverCalls.finish, async ({ request, input }) => {
      await uploads.finish(request.cookies[REFRESH_COOKIE], input.leftOut);
      return {};
    }),
    bind(handoverCalls.leftItems, async ({ actor, input }) => {
      await uploads.addItems({ actor, userId: input.userId }, input);
      return {};
    }),
    bind(handoverCalls.leftAudio, async ({ actor, input }) => ({
      size: await uploads.addAudio({ actor, userId: input.userId }, input),
    })),
    bind(handoverCalls.leftFinish, async ({ actor, input }) => {
      await uploads.finishLeft({ actor, userId: input.userId }, input);
      return {};
    }),
    bind(handoverCalls.list, async ({ actor }) => ({ handovers: await review.list(actor) })),
    bind(handoverCalls.read, ({ actor, input }) => review.read(actor, input)),
    bind(handoverCalls.readAudio, async ({ actor, input }) => ({ bytes: await review.readAudio(actor, input) })),
    bind(handoverCalls.resolve, async ({ actor, input }) => {
      await review.resolve(actor, input.id, input.outcome);
      return {};
    }),
  ];
}
