/** Binds the calls of meetings. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { PushPolicy } from '../../sync/store';
import type { CoreServices } from '../context';
import { createMeetingContents } from './contents';
import { meetingCalls as calls } from './contract';
import { createTranscriptDrafts } from './draft-transcript';
import { createTranscriptImport } from './transcript-import';
import { createTranscriptRestoring } from './transcript-versions';
import { createMeetings } from './service';

export function meetingRoutes(
  core: Pick<CoreServices, 'platform' | 'sync' | 'runs'>,
  policy: PushPolicy<'meetings'>,
): BoundCall[] {
  const meetings = createMeetings(core.platform, core.sync, policy);
  const contents = createMeetingContents(core);
  const imports = createTranscriptImport(core);
  const restore = createTranscriptRestoring(core);
  const draft = createTranscriptDrafts(core);
  return [
    bind(calls.create, ({ actor, input }) => meetings.create(actor, input)),
    bind(calls.get, ({ actor, input }) => meetings.get(actor, input.id)),
    bind(calls.remove, async ({ actor, input }) => {
      await meetings.remove(actor, input.id);
      return {};
    }),
    bind(calls.update, ({ actor, input }) => meetings.update(actor, input)),
    bind(calls.myPage, ({ actor, input }) => meetings.myPage(actor, input)),
    bind(calls.myLatest, ({ actor, input }) => meetings.myLatest(actor, input)),
    bind(calls.projectPage, ({ actor, input }) => meetings.projectPage(actor, input)),
    bind(calls.share, ({ actor, input }) => meetings.share(actor, input)),
    bind(calls.createParticipant, ({ actor, input }) => meetings.createParticipant(actor, input)),
    bind(calls.renameParticipant, ({ actor, input }) => meetings.renameParticipant(actor, input.id, input.name)),
    bind(calls.linkParticipant, ({ actor, input }) => meetings.linkParticipant(actor, input.id, input.userId)),
    bind(calls.unlinkParticipant, ({ actor, input }) => meetings.unlinkParticipant(actor, input.id)),
    bind(calls.participants, ({ actor, input }) => meetings.participants(actor, input.id)),
    bind(calls.assignSegment, ({ actor, input }) => contents.assign(actor, input.id, input.meetingParticipantId)),
    bind(calls.segment, ({ actor, input }) => contents.segment(actor, input.id)),
    bind(calls.transcript, ({ actor, input }) => contents.transcript(actor, input.id)),
    bind(calls.correctSegment, ({ actor, input }) => contents.correct(actor, input.id, input.content)),
    bind(calls.retryTranscription, ({ actor, input }) => contents.retry(actor, input.meetingId)),
    bind(calls.importTranscript, ({ actor, input }) => imports(actor, input)),
    bind(calls.draftTranscript, ({ actor, input }) => draft(actor, input)),
    bind(calls.restoreTranscript, ({ actor, input }) => restore(actor, input.meetingId, input.versionId)),
    bind(calls.createNote, ({ actor, input }) => contents.createNote(actor, input.meetingId, input.content)),
    bind(calls.updateNote, ({ actor, input }) => contents.updateNote(actor, input.id, input.content)),
    bind(calls.note, ({ actor, input }) => contents.note(actor, input.id)),
  ];
}
