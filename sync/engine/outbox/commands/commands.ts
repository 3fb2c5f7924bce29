import type { MailTime, NoticeName } from '../../../model/notices';
import type { KnownVersions, VersionRow } from '../../storage/device-database';
import type { Sort } from '../../../model/kinds/preferences';
import type { TopKind } from '../../../model/top-kinds';

/** A deletion of this device that the server does not have yet. */
export interface LocalDeletion {
  kind: TopKind;
  id: string;
  title: string;
  projectId: string;
  /** milliseconds since the epoch */
  deletedAt: number;
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
    input: { collection: TopKind; id: string; title?: string };
    output: { state: 'restored' | 'queued' };
  };
  /** the deletions of this device that the server does not have yet */
  'document.deletions': { input: Record<string, never>; output: { deletions: LocalDeletion[] } };
  'meeting.create': {
    input: { projectId: string; title: string; type: 'record' | 'upload'; language: string; id?: string };
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
  'meeting.removeParticipant': { input: { id: string; participantId: string }; output: null };
  'transcript.correct': { input: { meetingId: string; segmentId: string; text: string }; output: null };
  'transcript.assign': { input: { meetingId: string; segmentId: string; participantId: string }; output: null };
  /** queued as a call: transcription runs on the server */
  'transcript.retry': { input: { meetingId: string }; output: null };
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
    };
    output: null;
  };
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
