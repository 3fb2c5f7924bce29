/** The calls of a meeting's analysis (workspace 7): questions about it, and who spoke how long. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { turns } from '../../../sync/model/kinds/turns';
import { defineCall } from '../../../sync/protocol/call';

export const EngagementView = v.object({
  meetingId: Id,
  /** milliseconds from the first word to the last, in which nobody spoke, and in which several people did */
  totalMs: v.number(),
  silenceMs: v.number(),
  overlapMs: v.number(),
  /** number of segments without times, which are not counted */
  untimed: v.number(),
  speakers: v.array(
    v.object({
      /** '' for words without a known speaker */
      meetingParticipantId: v.string(),
      name: v.string(),
      talkMs: v.number(),
      turns: v.number(),
      longestMs: v.number(),
      overlapMs: v.number(),
    }),
  ),
  /** talk time of each speaker, in their order, in equal parts of the meeting; milliseconds from its first word */
  parts: v.array(v.object({ from: v.number(), to: v.number(), talkMs: v.array(v.number()) })),
});

export const meetingAnalysisCalls = {
  ask: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/analysis/ask',
    who: 'member',
    idempotent: true,
    summary: 'Asks a question about a meeting: creates a private chat that is answered from the meeting.',
    input: v.object({ meetingId: Id, question: turns.fields.question }),
    output: v.object({ chatId: Id, questionId: Id }),
    errors: ['MEETING_NOT_FOUND', 'CHAT_QUESTION_REQUIRED', 'API_RATE_LIMIT_EXCEEDED', 'PARAM_ERROR'],
  }),
  engagement: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/engagement/getByMeetingId/{id}',
    who: 'member',
    summary: 'Talk time, turns, longest monologue, overlap and silence of a meeting, by speaker and over time.',
    input: v.object({ id: Id }),
    output: EngagementView,
    errors: ['MEETING_NOT_FOUND'],
  }),
};
