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
  /** UTF-16 units of questions and answers */
  question: { max: 8000 },
  answer: { max: 100_000 },
  /** titles of a thread, and of a document that a question is about */
  threadTitle: { min: 1, max: 300 },
  contextTitle: { max: 300 },
  /** number of documents that a question may be about, and of its temporary files */
  questionContext: { max: 20 },
  questionFiles: { max: 5 },
  /** UTF-16 units of a passage that supports an answer */
  passage: { max: 2000 },
  /** numbers of clarifying questions, choices of one, and questions of a plan; UTF-16 units of a question */
  researchDialogue: 3,
  researchChoices: 5,
  researchPlan: 8,
  researchQuestion: { max: 500 },
  /** number of feedback texts on the plan and report of a research */
  researchFeedback: 20,
  /** highest budget of one research */
  researchBudget: { sources: 100, minutes: 60, tokens: 2_000_000, money: 1_000_000 },
  agentName: { min: 1, max: 100 },
  agentIntroduction: { max: 100 },
  /** UTF-16 units of an agent's instructions, and of its picture as a data address */
  agentInstructions: { max: 8000 },
  agentAvatar: 40_000,
  /** questions that a new chat with an agent suggests */
  agentOpening: { min: 1, max: 200 },
  agentOpenings: 4,
  /** number of stored published versions of one agent, the latest ones */
  agentVersions: 10,
  /** number of agents of one person */
  agents: 100,
  /** UTF-16 units of the text of a step: a query, an address or a title */
  agentStep: { max: 2048 },
  /** for one question to an agent: steps, and tokens of the language model */
  agentSteps: 20,
  agentTokens: 100_000,
  fileName: { min: 1, max: 255 },
  /** bytes of one file, and files of one selection (workspace 5) */
  fileBytes: 50 * 1024 * 1024,
  selectionFiles: 5,
  /** failed attempts at an upload before it is listed as needing attention */
  uploadRetries: 5,
  /** greatest distance of a page from the website's first page, in links */
  crawlDepth: { default: 3, max: 10 },
  /** pages of one website */
  crawlPages: { default: 200, max: 2000 },
  /** bytes */
  audioBytes: 300 * 1024 * 1024,
  /** file extensions of recordings that may be uploaded */
  audioTypes: ['.wav', '.webm', '.mp3'],
  /** seconds */
  recording: { min: 10, warnAt: 6600, max: 7200 },
  /** seconds of silence before the recorder shows a warning */
  silenceWarning: 20,
  /** number of people, and of departments, that a document is shared with */
  shareList: 1000,
  projectPageSize: 500,
  meetingRecentLimit: 6,
  /** bytes of one Yjs state or update, decoded */
  noteStateBytes: 8 * 1024 * 1024,
  /** UTF-16 units of a text that a note is created from; its Yjs state is several times larger */
  noteText: { max: 1024 * 1024 },
  segmentText: { max: 10_000 },
  /** stored lines of live captions of one recording */
  captionLines: 10_000,
  /** stored versions of one transcript, the latest ones; each is as large as the transcript */
  transcriptVersions: 3,
  /** stored corrections of one transcript, the latest ones, and their UTF-16 units */
  corrections: 1000,
  correctionUnits: 400_000,
  /** most segment ids in one correction */
  correctionSegments: 5000,
  templateTitle: { min: 1, max: 120 },
  templateContent: { min: 1, max: 40_000 },
  favouriteTemplates: 100,
  term: { min: 1, max: 200 },
  termDefinition: { max: 2000 },
  /** terms of one organization; each device stores all of them */
  terms: 10_000,
  /** UTF-16 units of a summary, and of a note that a model polishes */
  summary: { max: 400_000 },
  polishedNote: { max: 40_000 },
  /** stored versions of one summary, the latest ones */
  summaryVersions: 20,
  /** bookmarks and typed lines of one meeting, and UTF-16 units of one */
  moments: 1000,
  momentText: { max: 2000 },
  /** items of one meeting's agenda, and UTF-16 units of one */
  agenda: 100,
  agendaItem: { max: 300 },
  versionName: { min: 1, max: 80 },
  /** named versions of one text */
  namedVersions: 50,
  /** bytes of the named versions of one text on the server */
  namedVersionBytes: 64 * 1024 * 1024,
} as const;
