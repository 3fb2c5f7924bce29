import { versionCalls } from '../../../server/core/note-versions/contract';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import { meetingNoteId } from '../../../sync/model/ids';
import type { OutsiderEntry } from '../../support/outsiders';

const id = 'version-of-anns';
const state = toBase64(stateFromMarkdown('taken'));

export const entries: OutsiderEntry[] = [
  [
    versionCalls.save,
    (ann) =>
      [ann.note, meetingNoteId(ann.meeting)].map((contentId) => ({ contentId, id, name: 'A name', state, at: 1 })),
  ],
  [versionCalls.page, (ann) => [{ contentId: ann.note }, { contentId: meetingNoteId(ann.meeting) }]],
  [versionCalls.get, (ann) => [{ contentId: ann.note, id }]],
  [versionCalls.name, (ann) => [{ contentId: ann.note, id, name: 'Renamed' }]],
  [versionCalls.removeName, (ann) => [{ contentId: ann.note, id }]],
];
