import type * as v from 'valibot';
import type { ItemShareRange } from '../../../model/kinds/notes';
import type { Research } from '../../../model/kinds/researches';
import type { AgentAudience } from '../../../model/agents';
import type { AgentDefinition } from '../../../model/kinds/agents';
import type { Turn } from '../../../model/kinds/turns';
import type { Language } from '../../../model/languages';
import type { MailTime, NoticeName } from '../../../model/notices';
import type { KnownVersions, VersionRow } from '../../storage/device-database';
import type { CitationStyle, Sort } from '../../../model/kinds/preferences';
import type { TrashKind } from '../../../model/kinds';
import type { TopKind } from '../../../model/top-kinds';
import type { Template } from '../../../model/kinds/templates';
import type { TermRow } from '../../../terms/csv';
import type { CaptionLine } from '../../../model/captions';
import type { ImportedLine } from '../../../model/transcript-file';

/** Kinds that a device restores with what it deleted with them; files and links have a command of their own. */
export type RestoredKind = Exclude<TrashKind, 'projectItems'>;

/** A deletion of this device that the server does not have yet. */
export interface LocalDeletion {
  kind: RestoredKind;
  id: string;
  title: string;
  projectId: string;
  /** milliseconds since the epoch */
  deletedAt: number;
}

/** What a calendar entry says of a meeting. Times in milliseconds since the epoch; `uid` is '' for none. */
export interface PlannedMeeting {
  startAt: number;
  endAt: number;
  uid: string;
  people: { name: string; userId: string }[];
  agenda: string[];
}

/** Lists of the server that this device stores. */
export type AnsweredList = 'tasks' | 'trash' | 'history';

/**
 * The commands of the page. Each is validated by the model's schemas and the document's abilities, and resolves when it
 * is durable on this device.
 */
export interface Commands {
  'project.create': { input: { title: string; description?: string; id?: string }; output: { id: string } };
  'project.update': {
    input: { id: string; title?: string; description?: string; instructions?: string; webSearchEnabled?: boolean };
    output: null;
  };
  'project.share': {
    input: {
      id: string;
      shareRange: 'private' | 'team' | 'company' | 'customize';
      userIds: string[];
      departmentIds: string[];
    };
    output: null;
  };
  'project.contributors': { input: { id: string; userIds: string[]; departmentIds: string[] }; output: null };
  'project.archive': { input: { id: string; isArchived: boolean }; output: null };
  /** queued as a call: the server gives the project to another member, who is notified */
  'project.transfer': { input: { id: string; userId: string }; output: null };
  'project.delete': { input: { id: string }; output: null };
  /** creates the row and an empty text; an empty `title` becomes "Untitled" in the row */
  'note.create': { input: { projectId: string; title: string; id?: string }; output: { id: string } };
  'note.rename': { input: { id: string; title: string }; output: null };
  'note.move': { input: { id: string; projectId: string }; output: null };
  /** `shareRange`: who may read it, besides `userIds`; the link's fields count for `public` */
  'note.share': {
    input: {
      id: string;
      shareRange: 'private' | 'team' | 'project' | 'public';
      userIds: string[];
      /** milliseconds since the epoch; 0: never */
      linkExpiresAt: number;
      linkIndexed: boolean;
    };
    output: null;
  };
  'note.delete': { input: { id: string }; output: null };
  /** restores a deleted document: from this device while it still has it, otherwise queued as a call of the trash */
  'document.restore': {
    input: { collection: RestoredKind; id: string; title?: string };
    output: { state: 'restored' | 'queued' };
  };
  /** the deletions of this device that the server does not have yet */
  'document.deletions': { input: Record<string, never>; output: { deletions: LocalDeletion[] } };
  /** whether this title may be used now; throws MEETING_TITLE_DUPLICATED */
  'meeting.checkTitle': { input: { projectId: string; title: string }; output: null };
  'meeting.create': {
    input: {
      projectId: string;
      title: string;
      type: 'record' | 'upload';
      language: string;
      id?: string;
      planned?: PlannedMeeting;
    };
    output: { id: string };
  };
  'meeting.update': {
    input: {
      id: string;
      title?: string;
      projectId?: string;
      status?: 'waiting' | 'recording' | 'paused' | 'ended';
      actualStartAt?: number;
      actualEndAt?: number;
    };
    output: null;
  };
  'meeting.share': {
    input: {
      id: string;
      shareRange: 'private' | 'team' | 'project' | 'public';
      userIds: string[];
      departmentIds: string[];
    };
    output: null;
  };
  'meeting.delete': { input: { id: string }; output: null };
  'meeting.renameSpeaker': {
    input: { id: string; participantId: string; name: string; userId?: string };
    output: null;
  };
  'meeting.addParticipant': { input: { id: string; name: string; userId?: string }; output: { participantId: string } };
  /** two voices are one person: the segments of `from` become those of `into`, and `from` is removed */
  'meeting.mergeSpeakers': { input: { id: string; from: string; into: string }; output: null };
  /** restores the merged speaker, with those of its segments that were not assigned to another speaker since */
  'meeting.undoMerge': { input: { id: string; correctionId: string }; output: null };
  'meeting.removeParticipant': { input: { id: string; participantId: string }; output: null };
  'meeting.restoreParticipant': { input: { id: string; correctionId: string }; output: null };
  /** `at`: milliseconds from the start of the recording */
  'moment.add': {
    input: { id: string; recordingId: string; at: number; kind: 'bookmark' | 'note'; text: string };
    output: { momentId: string };
  };
  'moment.change': { input: { id: string; momentId: string; text: string }; output: null };
  'moment.remove': { input: { id: string; momentId: string }; output: null };
  /** replaces the agenda; an item without an id is new */
  'agenda.set': { input: { id: string; items: { id?: string; text: string; isDone: boolean }[] }; output: null };
  'transcript.correct': { input: { meetingId: string; segmentId: string; text: string }; output: null };
  /** several segments at once; each keeps its recognised text */
  'transcript.correctAll': {
    input: { meetingId: string; changes: { segmentId: string; text: string }[] };
    output: null;
  };
  /** says of several segments who spoke */
  'transcript.assignAll': {
    input: { meetingId: string; segmentIds: string[]; participantId: string };
    output: null;
  };
  'transcript.assign': { input: { meetingId: string; segmentId: string; participantId: string }; output: null };
  /** queued as a call: only the server writes transcripts */
  'transcript.import': {
    /** `isReplacing`: the person agreed that the present text becomes a version */
    input: { meetingId: string; lines: ImportedLine[]; isReplacing: boolean };
    output: null;
  };
  /** keeps live captions of a recording that runs, on this device only; no lines: keeps none any more */
  'transcript.keepCaptions': { input: { recordingId: string; lines: CaptionLine[] }; output: null };
  /** keeps live captions of a recording as the draft of its transcript: here at once, and for others by a queued call */
  'transcript.draft': { input: { meetingId: string; recordingId: string; lines: CaptionLine[] }; output: null };
  /** queued as a call: takes a version back */
  'transcript.restore': { input: { meetingId: string; versionId: string }; output: null };
  /** queued as a call: transcription runs on the server */
  'transcript.retry': { input: { meetingId: string }; output: null };
  /** queued as a call: the server writes the summary by a template; `language` of the text */
  'summary.request': { input: { meetingId: string; templateId: string; language: Language }; output: null };
  /** queued as a call: ends the writing of a summary */
  'summary.cancel': { input: { meetingId: string }; output: null };
  /** edits the text of a summary (Markdown) */
  'summary.edit': { input: { meetingId: string; content: string }; output: null };
  /** queued as a call: the owner is notified by the server */
  'access.request': { input: { kind: TopKind; id: string }; output: null };
  /** adds a document to the person's favourites, at their end, or removes it */
  'favourite.set': { input: { kind: TopKind; id: string; isFavourite: boolean }; output: null };
  /** orders the favourites, each `<kind>/<id>` */
  'favourite.order': { input: { order: string[] }; output: null };
  /** sorts a list; the others stay as they are */
  'preferences.sort': { input: { list: TopKind; by: Sort }; output: null };
  'preferences.update': {
    input: {
      lang?: string;
      recognitionLanguage?: string;
      singleKeyShortcuts?: boolean;
      copyFormat?: 'text' | 'markdown' | 'html';
      citationStyle?: CitationStyle;
    };
    output: null;
  };
  /**
   * Creates a custom summary template, or with `id` changes one's own. Throws TEMPLATE_NOT_FOUND, NO_PERMISSION,
   * PARAM_ERROR with the field
   */
  'template.save': {
    input: Pick<Template, 'title' | 'content' | 'categoryId' | 'langType'> & {
      id?: string;
      shareRange: 'private' | 'team';
    };
    output: { id: string };
  };
  'template.delete': { input: { id: string }; output: null };
  /** a built-in or custom template; throws PARAM_ERROR beyond the limit of favourites */
  'template.favourite': { input: { id: string; isFavourite: boolean }; output: null };
  /**
   * Creates a term of the organization, or with `id` changes one. Throws TERM_DUPLICATED (`id`, `term`: of the term
   * that is there), PARAM_ERROR with the field
   */
  'term.save': { input: TermRow & { id?: string }; output: { id: string } };
  'term.delete': { input: { ids: string[] }; output: null };
  /** Creates the terms that are not there yet. Duplicates, also within the rows, and invalid rows are left out. */
  'term.import': { input: { rows: TermRow[] }; output: { added: number; duplicates: number; invalid: number } };
  /**
   * what the person wants of a kind of notifications; what is not given stays. Other kinds are not touched, so that
   * changes on two devices merge
   */
  'preferences.notice': {
    input: { kind: NoticeName; app?: boolean; mail?: MailTime; push?: boolean; timeZone: string };
    output: null;
  };
  /**
   * stores the newest rows of a list that the server has reported (`at`: when), to show it without a connection; `id`: of the
   * project, for its history
   */
  'answer.store': { input: { list: AnsweredList; id?: string; at: number; rows: unknown[] }; output: null };
  'answer.last': { input: { list: AnsweredList; id?: string }; output: { at: number; rows: unknown[] } | null };
  /** the versions of a text as this device knows them; null: none. `hasText`: it can be read and restored offline */
  'version.last': {
    input: { contentId: string };
    output: (Omit<KnownVersions, 'states' | 'versions'> & { versions: (VersionRow & { hasText: boolean })[] }) | null;
  };
  /** the Yjs state (base64) of a version that is on this device */
  'version.text': { input: { contentId: string; id: string }; output: { state: string } | null };
  /** stores what the server has listed, newest first, and texts of the newest versions */
  'version.store': {
    input: Omit<KnownVersions, 'states'> & { states: Record<string, string> };
    output: null;
  };
  /** queued as a call: names a version, or with '' removes its name */
  'version.name': { input: { contentId: string; id: string; name: string }; output: null };
  /** queued as a call: stores the text as it stands here under a name; `state`: Yjs state (base64) */
  'version.save': { input: { contentId: string; name: string; state: string }; output: { id: string } };
  'notification.read': { input: { ids: string[] | 'all' }; output: null };
  'notification.delete': { input: { ids: string[] }; output: null };
  /** stores the draft of a field that cannot be saved as it is (such as a title that is too long); null removes it */
  'draft.keep': { input: { id: string; text: string | null }; output: null };
  'draft.read': { input: { id: string }; output: { text: string | null } };
  /**
   * Stores the last answer of the server to a console screen (`value`: JSON, at most a few hundred kB) for the account it was given to.
   * `kept` is false if that is not the account of this workspace.
   */
  'console.keep': { input: { account: string; key: string; at: number; value: unknown }; output: { kept: boolean } };
  'console.last': { input: { key: string }; output: { at: number; value: unknown } | null };
  /** the person no longer administers: removes all stored answers */
  'console.forget': { input: Record<string, never>; output: null };
  'conflict.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` writes it again, `copy` creates a document of one's own with the content, `drop` deletes it */
  'rejectedChange.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /** asks the server whether it has the subject of an outbox row or rejected change; `unknown`: it cannot be asked */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
  /** checks name and content of a file before it is imported. Throws the codes of `recording.import` but DEVICE_STORAGE_FULL */
  'recording.check': { input: { file: Blob; fileName: string }; output: null };
  /** imports a file as the recording of a meeting: copied to this device first, then queued */
  'recording.import': {
    input: { meetingId: string; file: Blob; fileName: string; language: string };
    output: { id: string };
  };
  /**
   * Stores an image of a text, to be shown here at once and sent later. Throws NOTE_NOT_FOUND, NOTE_EDIT_DENIED, FILE_TYPE_NOT_SUPPORT,
   * FILE_MAX_LENGTH_EXCEEDED, DEVICE_STORAGE_FULL
   */
  'image.add': { input: { contentId: string; file: Blob }; output: { id: string; width: number; height: number } };
  /**
   * Gives a text copies of its own of images of other texts, as far as the person may read them and they can be read now.
   * `from`: the text of an image, '' if it is not known. Returns the ids of the copies by id
   */
  'image.copy': {
    input: { contentId: string; images: { id: string; from: string }[] };
    output: { copies: Record<string, string> };
  };
  /**
   * Compares a file with those of a project on this device: the same bytes are a duplicate, other bytes under a name that
   * is there may become its new version. `id`: of that file, '' for a new one. Throws as `file.add` does.
   */
  'file.check': {
    input: { projectId: string; file: Blob; name: string };
    output: { state: 'new' | 'duplicate' | 'newVersion'; id: string };
  };
  /**
   * Adds a file to a project, or with `replaces` a new version to a file: stored on this device, then sent, one after
   * another. Throws PROJECT_NOT_FOUND, FILE_NOT_FOUND, NO_PERMISSION, FILE_NAME_REQUIRED, FILE_NAME_LENGTH_EXCEEDED,
   * FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED (`maxSize`: megabytes), FILE_CONTENT_EMPTY, FILE_DUPLICATED (`id`,
   * `title`: of the file with these bytes), DEVICE_STORAGE_FULL
   */
  'file.add': {
    input: { projectId: string; file: Blob; name: string; replaces?: string };
    output: { id: string };
  };
  /**
   * Stores a file whose name the file `id` of the project has, until the person has said what it is; the same bytes are
   * stored once. Throws as `file.add` does
   */
  'file.hold': { input: { projectId: string; id: string; file: Blob; name: string }; output: null };
  /**
   * The answer to an undecided file (`id`: of the row on this device): a new version of the file with its name, which is
   * a file of its own where that one is gone; a file under a free name; or neither. Throws as `file.add` does; the file
   * then stays undecided
   */
  'file.decide': { input: { id: string; choice: 'newVersion' | 'keepBoth' | 'skip' }; output: null };
  /** stops sending a file until it is resumed, also after the browser was closed */
  'file.pause': { input: { id: string }; output: null };
  /** sends a paused or failed file on, from the bytes that the server has */
  'file.resume': { input: { id: string }; output: null };
  /** deletes the bytes of a file from this device, unless the server lacks them (FILE_NOT_STORED) */
  'file.free': { input: { id: string }; output: null };
  'item.rename': { input: { id: string; title: string }; output: null };
  /** pages go with their website; a page alone is not moved (PARAM_ERROR) */
  'item.move': { input: { id: string; projectId: string }; output: null };
  /** deletes a file or link with its text, a website with its pages */
  'item.delete': { input: { id: string }; output: null };
  /** takes a deletion back: from this device while the server does not know of it, otherwise queued as a call */
  'item.restore': { input: { id: string; title?: string }; output: { state: 'restored' | 'queued' } };
  /** queued as a call: parses a file again, or reads a link again */
  'item.retry': { input: { id: string }; output: null };
  /** queued as a call: ends the parsing of a file, or the reading of a link */
  'item.cancel': { input: { id: string }; output: null };
  /**
   * Adds a website or a single page to a project; the server reads it once it has the row. Throws WEBSITE_URL_INVALID,
   * WEBSITE_URL_NOT_PUBLIC, SINGLE_URL_DUPLICATED (`id`, `title`: of the link with this address)
   */
  'link.add': {
    input: {
      projectId: string;
      url: string;
      kind: 'website' | 'singleUrl';
      depth?: number;
      pageLimit?: number;
      recrawl?: 'never' | 'weekly';
    };
    output: { id: string };
  };
  'link.settings': {
    input: { id: string; depth?: number; pageLimit?: number; recrawl?: 'never' | 'weekly' };
    output: null;
  };
  /**
   * Asks a question, in a thread of one's own or in a new one, which only this person reads; offline it waits. Follows
   * the thread's last question, or `followsId` ('': none), which makes a branch. Throws CHAT_QUESTION_REQUIRED,
   * CHAT_NOT_FOUND, PROJECT_NOT_FOUND
   */
  'chat.ask': {
    input: Pick<Turn, 'question' | 'fileIds' | 'usesWeb' | 'language'> & {
      context: readonly { kind: Turn['context'][number]['kind']; id: string; title: string }[];
      threadId?: string;
      followsId?: string;
      projectId?: string;
      /** of a new thread */
      kind: 'chat' | 'search';
    };
    output: { threadId: string; turnId: string };
  };
  /** takes a question back that was not sent, otherwise queued as a call: ends the answer, whose text so far stays */
  'chat.stop': { input: { turnId: string }; output: null };
  /** queued as a call: answers a failed or stopped question again */
  'chat.retry': { input: { turnId: string }; output: null };
  /**
   * queued as a call, in place of one for the same source that waits: says whether a source of an answer is useless.
   * Throws NO_DATA
   */
  'chat.rateSource': { input: { turnId: string; source: number; isUseless: boolean }; output: null };
  /**
   * Begins a deep research, in a thread of its own that only this person reads; offline it waits. `followsId`: the
   * research whose report it goes on from, '' for none. Throws CHAT_QUESTION_REQUIRED, PROJECT_NOT_FOUND
   */
  'research.start': {
    input: Pick<Research, 'question' | 'usesWeb' | 'language'> & { projectId?: string; followsId?: string };
    output: { id: string };
  };
  /**
   * queued as a call: answers the next open question, '' leaves them open; says how the plan should change, or what to
   * think of the report. All calls of a research throw DEEP_RESEARCH_NOT_FOUND, NO_PERMISSION
   */
  'research.answer': { input: { id: string; text: string }; output: null };
  /** queued as a call, in place of one that waits: the plan as its person has edited it. Throws PARAM_ERROR */
  'research.plan': { input: { id: string } & Pick<Research, 'plan' | 'budget' | 'usesWeb'>; output: null };
  /** queued as calls: the plan, and the beginning of its work */
  'research.begin': { input: { id: string } & Pick<Research, 'plan' | 'budget' | 'usesWeb'>; output: null };
  /** queued as a call: ends the work; what it has found becomes a partial report */
  'research.stop': { input: { id: string }; output: null };
  /** queued as a call: goes on with a research that was stopped or failed */
  'research.retry': { input: { id: string }; output: null };
  /**
   * Creates an agent as a draft, or changes the draft of one's own; what is published stays. Throws AGENT_NAME_REQUIRED,
   * AGENT_NAME_EXISTED, AGENT_NOT_FOUND
   */
  'agent.save': { input: { id?: string } & AgentDefinition; output: { id: string } };
  'agent.delete': { input: { id: string }; output: null };
  /** a draft with the same definition and a numbered name */
  'agent.duplicate': { input: { id: string }; output: { id: string } };
  /** the draft becomes a published version again. Throws NO_DATA if it is not stored any more */
  'agent.restoreVersion': { input: { id: string; no: number }; output: null };
  /** queued as a call, in place of one that waits: publishes the draft, or takes the published version back */
  'agent.publish': {
    input: { id: string; published: boolean; audience: AgentAudience; departmentIds: string[] };
    output: null;
  };
  /** as `chat.ask`, of a chat with an agent; `isTest`: its creator tries the draft */
  'agent.ask': {
    input: Omit<Commands['chat.ask']['input'], 'kind' | 'projectId'> & { agentId: string; isTest?: boolean };
    output: { threadId: string; turnId: string };
  };
  /**
   * queued as a call, in place of one for the same proposal that waits. `projectId`: of a note; `noteId`: of a checklist.
   * Throws CHAT_NOT_FOUND, AGENT_PROPOSAL_CLOSED
   */
  'agent.decide': {
    input: { turnId: string; proposalId: string; isConfirmed: boolean; projectId?: string; noteId?: string };
    output: null;
  };
  /** queued as a call: undoes a confirmed change */
  'agent.undo': { input: { turnId: string; proposalId: string }; output: null };
  /**
   * Makes a document of an answer, beside its chat. `state`: its text, a Yjs state. Throws CHAT_NOT_FOUND,
   * NO_PERMISSION, NOTE_TITLE_TOO_LONG
   */
  /** `turnId`: the question whose answer it is made from, or the id of a report */
  'canvas.create': { input: { turnId: string; title: string; state: Uint8Array }; output: { id: string } };
  'canvas.rename': { input: { id: string; title: string }; output: null };
  /** opens or closes its public page */
  'canvas.publish': { input: { id: string; isPublic: boolean }; output: null };
  'canvas.delete': { input: { id: string }; output: null };
  'thread.rename': { input: { id: string; title: string }; output: null };
  /** deletes a chat with its questions and answers */
  'thread.delete': { input: { id: string }; output: null };
  /** `project`: only for a chat of a project */
  'thread.share': { input: { id: string; shareRange: v.InferOutput<typeof ItemShareRange> }; output: null };
  /** whether the bytes of a project's files are kept on this device */
  'project.keep': { input: { id: string; isKept: boolean }; output: null };
  /** deletes a whole recording, here and on the server, unless it is restored within some seconds */
  'recording.delete': { input: { id: string }; output: null };
  'recording.restore': { input: { id: string }; output: null };
  /** dismisses the notices about recovered recordings */
  'recovered.read': { input: { ids: string[] }; output: null };
  /** dismisses the notice about data loss on this device */
  'loss.read': { input: Record<string, never>; output: null };
  /** dismisses the notice about the work in an organization the person left */
  'left.read': { input: { companyId: string }; output: null };
  /**
   * Takes over the items that a revoked device handed over, as if they were made here: they are merged and pushed like any edit. Needs the
   * server. Resolves once all of them are durable here and removed from quarantine; idempotent.
   */
  'handover.keep': { input: { id: string }; output: null };
  /**
   * deletes this device's copy of a recording once the server confirms its own. Throws UPLOAD_INCOMPLETE otherwise, and
   * uploads it again
   */
  'recording.free': { input: { id: string }; output: null };
}

export type CommandName = keyof Commands;
