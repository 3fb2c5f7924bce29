/** The shape of the demo company's content. Authors are named by a person's key; times are days before the first start. */
import type { AgentTool } from '../../sync/model/agents';
import type { Meeting } from '../../sync/model/kinds/meetings';

export type PersonKey = 'emma' | 'misaki' | 'jihoon' | 'yating' | 'ming';
export type DepartmentKey = 'product' | 'sales' | 'tokyo' | 'seoul' | 'taipei' | 'shanghai';

/** An earlier state of a note's text. */
export interface DemoVersion {
  name?: string;
  /** hours before the text got its present form */
  hoursBefore: number;
  /** what the text says now, and what it said then */
  changes: [now: string, then: string][];
}

export interface DemoNote {
  by: PersonKey;
  title: string;
  markdown: string;
  daysAgo: number;
  /** the oldest first */
  versions?: DemoVersion[];
}

export interface DemoMeeting {
  by: PersonKey;
  title: string;
  language: Meeting['language'];
  daysAgo: number;
  minutes: number;
  /** members by key, guests by name; the first is the host */
  participants: (PersonKey | { guest: string })[];
  /** points in order, and whether they were talked about */
  agenda?: [text: string, isDone: boolean][];
  /** the meeting's note */
  markdown: string;
  /** the recording and its transcript, of assets/launch-meeting; speakers by the order of participants */
  recording?: 'launch-meeting';
  /** what was said in a meeting without a recording: speakers by the order of participants */
  transcript?: [speaker: number, text: string][];
  summary?: DemoSummary;
}

/** A summary; `{n}` behind a sentence, and `lines`, name lines of the transcript, from 1. */
export interface DemoSummary {
  markdown: string;
  items: {
    kind: 'decision' | 'action' | 'question';
    text: string;
    who: string;
    due: string;
    lines: number[];
  }[];
}

export interface DemoProject {
  owner: PersonKey;
  title: string;
  description: string;
  instructions: string;
  contributors: PersonKey[];
  share:
    | { range: 'private' | 'company' }
    | { range: 'team'; departments: DepartmentKey[] }
    | { range: 'customize'; departments: DepartmentKey[]; people: PersonKey[] };
  isArchived?: true;
  notes: DemoNote[];
  meetings: DemoMeeting[];
  /** notes that their authors deleted */
  trash?: DemoNote[];
}

/** A chat of one question in a project, shared with its people. */
export interface DemoChat {
  /** its title */
  project: string;
  by: PersonKey;
  /** of the answer: en, zh_hans, zh_hant, ja, ko */
  language: string;
  daysAgo: number;
  question: string;
  /** Markdown with markers of citations */
  answer: string;
  /** title of the note that the answer quotes */
  note: string;
  /** word for word; quote n has the marker `[^n]` */
  quotes: readonly string[];
}

/** A finished research in a project, shared with its people. */
export interface DemoResearch {
  /** its title */
  project: string;
  by: PersonKey;
  /** of the report: en, zh_hans, zh_hant, ja, ko */
  language: string;
  daysAgo: number;
  question: string;
  dialogue: readonly { question: string; choices: readonly string[]; answer: string }[];
  /** numbered from 1 in this order; `quote` stands word for word in the note of that title */
  findings: readonly { note: string; quote: string; claim: string }[];
  /** sentences with the numbers of the findings that support them */
  sections: readonly { title: string; paragraphs: readonly (readonly [string, readonly number[]][])[] }[];
}

export interface DemoAgent {
  by: PersonKey;
  daysAgo: number;
  /** the title of the project that it knows */
  project: string;
  audience: 'departments' | 'organization';
  departments: readonly DepartmentKey[];
  /** a further version waits for an administrator to be published for the organization */
  isWaiting: boolean;
  name: string;
  introduction: string;
  instructions: string;
  tools: readonly AgentTool[];
  openings: readonly string[];
}

/** A question to an agent, whose answer quotes one note. */
export interface DemoAgentQuestion extends Pick<DemoChat, 'question' | 'answer' | 'note' | 'quotes'> {
  /** what the agent searched for */
  search: string;
  /** a note was confirmed and made; the others are open. `text`: its title, or the question of the research */
  proposal: { kind: 'note' | 'checklist' | 'research'; text: string };
}

/** A chat of a person with the agent that they have made. */
export interface DemoAgentChat {
  by: PersonKey;
  /** of the answers: en, zh_hans, zh_hant, ja, ko */
  language: string;
  /** each follows the one before it */
  questions: readonly DemoAgentQuestion[];
}

/** A page as it was read; lines of the text that begin with `#` are headings. */
export interface DemoPage {
  title: string;
  text: string;
}

/** Links of a project. */
export interface DemoLinks {
  by: PersonKey;
  /** of all texts, as the parser names it */
  language: string;
  website: { url: string; pages: readonly (DemoPage & { /** below the website's address */ path: string })[] };
  page: DemoPage & { url: string };
}

/** Files of a project. */
export interface DemoFiles {
  by: PersonKey;
  files: readonly { name: string; text: string }[];
}
