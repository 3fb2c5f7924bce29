/** Meetings, their participants, moments and agenda. */

/** The fields of a calendar entry about a meeting. Times in milliseconds since the epoch; `uid` is '' for none. */
export interface PlannedMeeting {
  startAt: number;
  endAt: number;
  uid: string;
  people: { name: string; userId: string }[];
  agenda: string[];
}

export interface MeetingCommands {
  /** checks whether this title may be used now; throws MEETING_TITLE_DUPLICATED */
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
  /** merges two speakers: the segments of `from` are assigned to `into`, and `from` is removed */
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
}
