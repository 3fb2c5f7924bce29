/** Binds the calls of summaries. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { summaryCalls as calls } from './contract';
import { createSummaries } from './service';

export function summaryRoutes(core: CoreServices): BoundCall[] {
  const summaries = createSummaries(core);
  return [
    bind(calls.create, ({ actor, input }) => summaries.create(actor, input)),
    bind(calls.get, ({ actor, input }) => summaries.get(actor, input.id)),
    bind(calls.getOfMeeting, ({ actor, input }) => summaries.ofMeeting(actor, input.id)),
    bind(calls.findOfMeeting, ({ actor, input }) => summaries.ofMeeting(actor, input.meetingId)),
    bind(calls.updateContent, ({ actor, input }) => summaries.updateContent(actor, input)),
    bind(calls.applyTemplate, ({ actor, input }) => summaries.applyTemplate(actor, input)),
    bind(calls.testTemplate, ({ actor, input, request }) => summaries.testTemplate(actor, input, request.signal)),
    bind(calls.cancel, ({ actor, input }) => summaries.cancel(actor, input.meetingId)),
    bind(calls.optimizeNote, ({ actor, input, request }) => summaries.optimizeNote(actor, input, request.signal)),
  ];
}
