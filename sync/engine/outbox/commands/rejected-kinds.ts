/** Kinds with special handling of rejected changes. */
import type { KindName } from '../../../model/kinds';
import type { RejectedKind } from './rejected-kind';
import { rejectedItem } from './rejected-items';
import { rejectedMeeting } from './rejected-meetings';
import { rejectedNote, rejectedText } from './rejected-notes';
import { rejectedProject } from './rejected-projects';
import { rejectedTurn } from './rejected-turns';

const REJECTED_KINDS: { readonly [K in KindName]?: RejectedKind } = {
  projects: rejectedProject,
  notes: rejectedNote,
  noteContents: rejectedText,
  meetings: rejectedMeeting,
  projectItems: rejectedItem,
  turns: rejectedTurn,
};

export const rejectedKind = (kind: KindName): RejectedKind => REJECTED_KINDS[kind] ?? {};
