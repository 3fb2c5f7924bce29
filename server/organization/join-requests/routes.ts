import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { joiningCalls } from './contract';
import type { JoiningService } from './service';

export function joiningRoutes(joining: JoiningService): BoundCall[] {
  return [
    bind(joiningCalls.apply, ({ actor, input }) => joining.apply(actor, input)),
    bind(joiningCalls.verify, ({ input }) => joining.verify(input.applyId, input.sign, input.password)),
    bind(joiningCalls.state, ({ input }) => joining.state(input.applyId, input.sign)),
    bind(joiningCalls.resend, ({ input }) => joining.resend(input.applyId)),
    bind(joiningCalls.list, ({ actor, input }) => joining.list(actor.companyId, input)),
    bind(joiningCalls.get, ({ actor, input }) => joining.get(actor.companyId, input.applyId)),
    bind(joiningCalls.review, async ({ actor, request, input }) => ({ state: await joining.review(actor, request, input) })),
  ];
}
