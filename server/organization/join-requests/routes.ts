import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { joinRequestCalls } from './contract';
import type { JoinRequestService } from './service';

export function joinRequestRoutes(joining: JoinRequestService): BoundCall[] {
  return [
    bind(joinRequestCalls.apply, ({ actor, input }) => joining.apply(actor, input)),
    bind(joinRequestCalls.verify, ({ input }) => joining.verify(input.applyId, input.sign, input.password)),
    bind(joinRequestCalls.state, ({ input }) => joining.state(input.applyId, input.sign)),
    bind(joinRequestCalls.resend, ({ input }) => joining.resend(input.applyId)),
    bind(joinRequestCalls.list, ({ actor, input }) => joining.list(actor.companyId, input)),
    bind(joinRequestCalls.get, ({ actor, input }) => joining.get(actor.companyId, input.applyId)),
    bind(joinRequestCalls.review, async ({ actor, request, input }) => ({
      state: await joining.review(actor, request, input),
    })),
  ];
}
