/** Entries of the matrix of core-outsiders.integration.ts: inputs of calls that name documents of another person. */
import type { CallDefinition } from '../../sync/protocol/call';

/** Ids of Ann's private documents. */
export interface Things {
  project: string;
  note: string;
  meeting: string;
  participant: string;
  segment: string;
  recording: string;
  upload: string;
  /** of the note */
  image: string;
  message: string;
  item: string;
  /** a website that was read, with one page */
  website: string;
  websitePage: string;
  singlePage: string;
  task: string;
  /** a stored file, and an upload of another version of it */
  file: string;
  fileUpload: string;
  temporaryFile: string;
  temporaryUpload: string;
  /** a chat, and its answered question */
  thread: string;
  turn: string;
  /** a canvas made from the answer */
  canvas: string;
  /** a deep research with a plan and a report, and one that waits for answers */
  research: string;
  askingResearch: string;
  /** a draft of an agent, and a question to it with an open and a confirmed proposal */
  agent: string;
  agentTurn: string;
  /** a custom summary template */
  template: string;
  /** a deleted note */
  trashed: string;
}
/** Ids of the caller's own documents, to mix with Ann's. */
export interface Own {
  project: string;
  meeting: string;
  note: string;
}
export type Inputs = (ann: Things, own: Own) => object[];

/** Inputs of a call that name documents of Ann's; empty for a call without ids. */
export type OutsiderEntry = [CallDefinition, Inputs];
