/** The live queries of the replica, and their values. */
import type { KindName, Doc } from '../../model/kinds';
import type { AgentWork } from '../../model/kinds/agent-works';
import type { Answer, AnswerSource } from '../../model/kinds/answers';
import type { Research } from '../../model/kinds/researches';
import type { FileCategory } from '../../model/file-types';
import type { ItemOrder } from '../../model/item-order';
import type { Engagement } from '../../meeting/engagement';
import type { MeetingExtract } from '../../meeting/extract';
import type { MentionTarget } from '../../model/mentions';
import type { Activity } from '../../protocol/live';
import type { Loss } from '../storage/integrity/loss';
import type { LeftNotice } from '../outbox/left-notices';
import type { LockedCopy } from '../account/handover/left-run';
import type { LockState } from '../account/lock/state';
import type { RejectedChange, ConflictVersion, LocalRecording } from '../storage/device-rows';
import type { KeptCaptions } from '../recording/kept-captions';
import type { RecoveredRecording } from '../recording/recover-recording';
import type { LastError, SyncState, OutboxRow } from '../storage/status';
import type { SyncStatus } from '../../model/sync-status';
import type { Account } from '../storage/account';
import type { AgentAction } from '../outbox/commands/agents';
import type { ResearchAction } from '../outbox/commands/researches';

/** A live query. Its first value always arrives, without the server. */
export type LiveQuery =
  | {
      kind: 'find';
      collection: KindName;
      selector?: Record<string, unknown>;
      sort?: Record<string, 'asc'>[];
      limit?: number;
      skip?: number;
    }
  | { kind: 'count'; collection: KindName; selector?: Record<string, unknown> }
  | { kind: 'one'; collection: KindName; id: string }
  /** whether this person may write a text now; null: the text is not on this device (yet) */
  | { kind: 'writable'; contentId: string }
  /**
   * the number of changes of an open text so far; the text is open, and live updates arrive, while the query is live
   */
  | { kind: 'textChanges'; contentId: string }
  /** progress of the server's work on a document, 0 to 1; null until a live event reports it */
  | { kind: 'progress'; collection: KindName; id: string }
  /** the answer to a question, with the text that live events bring while the query is open */
  | { kind: 'answer'; turnId: string }
  /** a research with the effects of its queued calls, and the steps that live events bring while the query is open */
  | { kind: 'research'; id: string }
  /** the work of an agent on a question, with the queued decisions of its person */
  | { kind: 'agentWork'; turnId: string }
  /** talk time by speaker, from the transcript of a meeting; null: it has none */
  | { kind: 'engagement'; meetingId: string }
  /**
   * extract of a meeting without a language model: passages for the note's lines and a template's headings, candidates,
   * topics; null: there is nothing to extract
   */
  | { kind: 'meetingExtract'; meetingId: string; headings: readonly { heading: string; what: string }[] }
  /** the sync badge of a document */
  | { kind: 'syncState'; collection: KindName; id: string }
  /** the document without pending changes, as last received from the server; null: the server has none */
  | { kind: 'sentVersion'; collection: 'canvases'; id: string }
  /** why the server does not accept a pending document; null: no reason is known */
  | { kind: 'stuck'; collection: KindName; id: string }
  /** whether the document of a quote still contains it; null: its text is not on this device */
  | { kind: 'quoted'; source: Pick<AnswerSource, 'kind' | 'id' | 'partId'>; quote: string }
  /** the notes and meetings whose text mentions a target, latest first; they follow a change of a text by a moment */
  | { kind: 'backlinks'; target: MentionTarget }
  | { kind: 'status' }
  | { kind: 'outbox' }
  | { kind: 'recordings'; meetingId?: string }
  /** stored live captions of a meeting's recordings on this device */
  | { kind: 'captions'; meetingId: string }
  /** images that were inserted into a text on this device */
  | { kind: 'images'; contentId: string }
  /** files of pending questions, by the `fileIds` of the questions */
  | { kind: 'questionFiles'; fileIds: readonly string[] }
  /** files of projects whose bytes are on this device or are sent from it; `itemId`: that one */
  | { kind: 'files'; projectId?: string; itemId?: string }
  /**
   * the first of a project's files, or of its websites and single pages, in an order; of one category if it is given.
   * `language`: a BCP 47 tag, whose order names have; `limit`: null for all
   */
  | {
      kind: 'items';
      projectId: string;
      of: 'files' | 'links';
      category?: FileCategory;
      order: ItemOrder;
      language: string;
      limit: number | null;
    }
  | { kind: 'itemTotals'; projectId: string }
  /** undecided files of a project (is it a new version?), in the order of adding */
  | { kind: 'undecidedFiles'; projectId: string }
  /** ids of the projects whose files are kept on this device */
  | { kind: 'keptProjects' }
  /** interrupted recordings that were finished from the bytes on disk and whose notice is unread, newest first */
  | { kind: 'recovered' }
  | { kind: 'conflictVersions' }
  | { kind: 'rejectedChanges' }
  /** the data loss of this device that the person has not acknowledged yet */
  | { kind: 'loss' }
  /** unread notices about the unsent work of organizations that were left */
  | { kind: 'left' }
  /**
   * locked copies of left organizations, which need their PIN for the handover; answered before a workspace is open
   */
  | { kind: 'leftLocked' }
  | { kind: 'account' }
  /** the device lock; answered before a workspace is open */
  | { kind: 'lock' }
  /** whether this device's databases exist; answered before a workspace is open */
  | { kind: 'storage' };

/**
 * `deleted`: the databases were deleted while open, and the data exists in memory only; `restored`: it is written into
 * new databases. `at`: time of the deletion (device milliseconds); `isHeld`: some of it may be missing on the server
 */
export type StorageState = { state: 'whole' } | { state: 'deleted' | 'restored'; at: number; isHeld: boolean };

/** A document that mentions another one. */
export interface Backlink {
  collection: 'notes' | 'meetings';
  id: string;
  title: string;
  /** '' outside projects */
  projectId: string;
}

/** A rejected change as the page sees it. */
export interface ListedRejectedChange extends RejectedChange {
  /** whether `rejectedChange.resolve` can create a copy */
  canBeCopied: boolean;
}

/** A recording as the page sees it: with its sync badge and the bytes sent. */
export type RecordingRow = LocalRecording & { syncState: SyncState; sent: number; lastError: LastError | null };

/** `sent`: 0 to 1; `error`: the code of the last failure, '' for none */
export interface ImageRow {
  id: string;
  state: 'onDevice' | 'onServer' | 'attention';
  sent: number;
  error: string;
}

/** A file of a project as this device holds or sends it. */
export interface LocalFileRow {
  /** of the project item */
  id: string;
  projectId: string;
  state: 'waiting' | 'uploading' | 'paused' | 'attention' | 'onServer';
  /** bytes of the whole file, and those that the server has */
  bytes: number;
  sent: number;
  /** attempts since the last part that arrived */
  attempts: number;
  /** code of the last failure, '' for none */
  error: string;
  /** whether this device can open it offline */
  hasBytes: boolean;
}

/** A file of a pending question. `params`: placeholders of the error's text */
export type QuestionFileRow = Pick<LocalFileRow, 'id' | 'state' | 'bytes' | 'sent' | 'error'> & {
  params: Record<string, string | number>;
};

/** A file on this device whose name another file of its project has. */
export interface UndecidedFileRow {
  /** of the row on this device */
  id: string;
  name: string;
  /** the file that has its name */
  otherId: string;
}

export interface ItemsWindow {
  rows: Doc<'projectItems'>[];
  /** states on this device, for the rows that have one */
  local: LocalFileRow[];
  /** number of items of the category, and of all items */
  found: number;
  total: number;
}

/** Numbers of a project's files and links, and the size of the files in bytes. */
export interface ItemTotals {
  files: number;
  links: number;
  bytes: number;
}

/** `live`: while the answer is generated, its whole text so far and the present activity; otherwise '' and null */
export interface LiveAnswer {
  answer: Answer | null;
  live: { text: string; activity: { activity: Activity; name: string } | null };
}

/** A queued or rejected call of a research. */
export interface QueuedResearchCall {
  /** id of its outbox row */
  id: string;
  action: ResearchAction;
  isRefused: boolean;
  code: string;
}

export interface LiveResearch {
  research: Research | null;
  queued: QueuedResearchCall[];
}

/** A queued or rejected decision on a proposal. */
export interface QueuedDecision {
  /** id of its outbox row */
  id: string;
  action: AgentAction;
  proposalId: string;
  isConfirmed: boolean;
  isRefused: boolean;
  /** it is being sent, or was sent without an answer: the server may have it, so it cannot be taken back reliably */
  mayHaveArrived: boolean;
  code: string;
}

/** `work`: null before the server has begun */
export interface LiveAgentWork {
  work: AgentWork | null;
  queued: QueuedDecision[];
}

export interface LiveValues {
  find: Doc[];
  count: number;
  one: Doc | null;
  writable: boolean | null;
  textChanges: number;
  progress: number | null;
  answer: LiveAnswer;
  research: LiveResearch;
  agentWork: LiveAgentWork;
  engagement: Engagement | null;
  meetingExtract: MeetingExtract | null;
  syncState: SyncState;
  sentVersion: Doc<'canvases'> | null;
  stuck: { code: string } | null;
  quoted: boolean | null;
  backlinks: Backlink[];
  status: SyncStatus;
  outbox: OutboxRow[];
  recordings: RecordingRow[];
  captions: KeptCaptions[];
  images: ImageRow[];
  files: LocalFileRow[];
  questionFiles: QuestionFileRow[];
  items: ItemsWindow;
  itemTotals: ItemTotals;
  undecidedFiles: UndecidedFileRow[];
  keptProjects: string[];
  recovered: RecoveredRecording[];
  conflictVersions: ConflictVersion[];
  rejectedChanges: ListedRejectedChange[];
  loss: Loss | null;
  left: LeftNotice[];
  leftLocked: LockedCopy[];
  account: Account | null;
  lock: LockState;
  storage: StorageState;
}
/** The value of a live query; `find` and `one` give documents of the queried kind. */
export type LiveValue<Q extends LiveQuery> = Q extends { kind: 'find'; collection: infer C extends KindName }
  ? Doc<C>[]
  : Q extends { kind: 'one'; collection: infer C extends KindName }
    ? Doc<C> | null
    : LiveValues[Q['kind']];
