/** What people do. Each runs in the worker, is checked by the model's schemas and the document's abilities, and resolves when durable here. */
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
  'project.delete': { input: { id: string }; output: null };
  /** makes the row and an empty text; `title` may be '' while writing: it becomes "Untitled" in the row */
  'note.create': { input: { projectId: string; title: string; id?: string }; output: { id: string } };
  'note.rename': { input: { id: string; title: string }; output: null };
  'note.move': { input: { id: string; projectId: string }; output: null };
  'note.delete': { input: { id: string }; output: null };
  /** brings back what was just deleted on this device */
  'document.restore': { input: { collection: 'notes' | 'projects' | 'meetings'; id: string }; output: null };
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
  'preferences.update': {
    input: {
      lang?: string;
      recognitionLanguage?: string;
      singleKeyShortcuts?: boolean;
      copyFormat?: 'text' | 'markdown' | 'html';
    };
    output: null;
  };
  'notification.read': { input: { ids: string[] | 'all' }; output: null };
  'notification.delete': { input: { ids: string[] }; output: null };
  /** what is written in a field and cannot be saved as it is (a title too long): kept with everything else of the person, null forgets it */
  'draft.keep': { input: { id: string; text: string | null }; output: null };
  'draft.read': { input: { id: string }; output: { text: string | null } };
  /**
   * What the server said last to a screen of the console (`value`: JSON, of at most a few hundred kB), kept for the account it was said
   * to. `kept` is false where that is not the account of this workspace.
   */
  'console.keep': { input: { account: string; key: string; at: number; value: unknown }; output: { kept: boolean } };
  'console.last': { input: { key: string }; output: { at: number; value: unknown } | null };
  /** the person runs no console any more */
  'console.forget': { input: Record<string, never>; output: null };
  'kept.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` pushes it again, `copy` makes a new document of one's own with the content, `drop` forgets it */
  'attention.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /** asks the server whether it has what a row of the outbox or of the refused changes is about; `unknown`: it cannot be asked */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
  /** a file from the person's disk as the recording of a meeting: copied into this device first, then queued */
  'recording.import': {
    input: { meetingId: string; file: Blob; fileName: string; language: string };
    output: { id: string };
  };
  /** deletes a whole recording, here and on the server, unless it is restored within some seconds */
  'recording.delete': { input: { id: string }; output: null };
  'recording.restore': { input: { id: string }; output: null };
  /** the person has read about recovered recordings */
  'recovered.read': { input: { ids: string[] }; output: null };
  /** the person has read what this device lost */
  'loss.read': { input: Record<string, never>; output: null };
  /** the person has read what became of the work in an organization they left */
  'left.read': { input: { companyId: string }; output: null };
  /**
   * Takes what a revoked device handed over into this device, as if it had been made here: it is merged and sent like any edit. Needs the
   * server. Resolves once all of it is durable here and gone from quarantine; harmless when repeated.
   */
  'handover.keep': { input: { id: string }; output: null };
  /** deletes this device's copy of a recording, once the server has said that it has its own. Throws UPLOAD_INCOMPLETE where it has not: it is sent again */
  'recording.free': { input: { id: string }; output: null };
}

export type CommandName = keyof Commands;
