/** The shape of the demo company's content. Authors are named by a person's key; times are days before the first start. */
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
