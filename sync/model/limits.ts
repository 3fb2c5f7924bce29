/** Limits of the specification (organization 5 and 9, workspace 5 and 9). Lengths count graphemes. */
export const LIMITS = {
  projectTitle: { min: 2, max: 120 },
  projectDescription: { max: 2000 },
  projectInstructions: { max: 8000 },
  noteTitle: { min: 1, max: 120 },
  meetingTitle: { min: 1, max: 120 },
  participantName: { min: 1, max: 80 },
  personName: { min: 2, max: 50 },
  companyName: { min: 2, max: 100 },
  companyDescription: { max: 2000 },
  departmentName: { min: 1, max: 100 },
  joinMemo: { max: 500 },
  ruleDescription: { max: 200 },
  /** open invitations of one company */
  pendingInvitations: 200,
  email: { min: 2, max: 80 },
  password: { min: 8, max: 30 },
  code: { max: 10 },
  fileName: { min: 1, max: 255 },
  /** bytes */
  audioBytes: 300 * 1024 * 1024,
  /** file extensions of recordings that may be uploaded */
  audioTypes: ['.wav', '.webm', '.mp3'],
  /** seconds */
  recording: { min: 10, warnAt: 6600, max: 7200 },
  /** seconds of silence before the recorder shows a warning */
  silenceWarning: 20,
  /** people, and departments, in one list of a document's sharing */
  shareList: 1000,
  projectPageSize: 500,
  meetingRecentLimit: 6,
  /** bytes of one Yjs state or update, decoded */
  noteStateBytes: 8 * 1024 * 1024,
  /** UTF-16 units of a text that a note is created from: the Yjs state is several times larger */
  noteText: { max: 1024 * 1024 },
  segmentText: { max: 10_000 },
  versionName: { min: 1, max: 80 },
  /** named versions of one text */
  namedVersions: 50,
  /** bytes of the named versions of one text, as the server stores them */
  namedVersionBytes: 64 * 1024 * 1024,
} as const;
