import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import type { JoinApplications } from './applications';
import { joinRequestCalls } from './contract';
import type { JoinReviews } from './reviews';

export function joinRequestRoutes(applications: JoinApplications, reviews: JoinReviews): BoundCall[] {
  return [
    bind(joinRequestCalls.apply, ({ actor, input }) => applications.apply(actor, input)),
    bind(joinRequestCalls.verify, ({ input }) => applications.verify(input.applyId, input.sign, input.password)),
    bind(joinRequestCalls.state, ({ input }) => applications.state(input.applyId, input.sign)),
    bind(joinRequestCalls.resend, ({ input }) => applications.resend(input.applyId)),
    bind(joinRequestCalls.list, ({ actor, input }) => reviews.list(actor.companyId, input)),
    bind(joinRequestCalls.get, ({ actor, input }) => reviews.get(actor.companyId, input.applyId)),
    bind(joinRequestCalls.review, async ({ actor, request, input }) => ({
      state: await reviews.review(actor, request, input),
    })),
  ];
}
