/** What a feature gets to write its part of the demo company. */
import type { ParsedText } from '../../sync/model/parsed-text';
import type { Platform } from '../platform/context';
import type { SyncTransaction } from '../sync/store';
import type { DemoProject, DepartmentKey, PersonKey } from './demo-content';

/** Ids by key. */
export interface DemoCast {
  companyId: string;
  people: Record<PersonKey, string>;
  departments: Record<DepartmentKey, string>;
}

export interface DemoRecording {
  bytes: Buffer;
  sha256: string;
  /** milliseconds */
  durationMs: number;
  /** `speaker` counts from 0 in the order in which they speak first; times in milliseconds */
  segments: { speaker: number; start: number; end: number; text: string }[];
}

export interface StoredRecording extends DemoRecording {
  id: string;
  uploadId: string;
}

/** Ids of the documents that texts mention, by title. */
export type DemoDocuments = Record<'note' | 'meeting' | 'project', ReadonlyMap<string, string>>;

export interface DemoPicture {
  bytes: Buffer;
  sha256: string;
  type: 'image/png';
  /** pixels */
  width: number;
  height: number;
}

export interface StoredPicture extends DemoPicture {
  id: string;
  uploadId: string;
}

/** A file of a project whose bytes are stored already, with the text that a parser extracts from it. */
export interface StoredDemoFile {
  /** of the project */
  projectTitle: string;
  name: string;
  mimeType: string;
  bytes: Buffer;
  sha256: string;
  uploadId: string;
  text: ParsedText;
}

export interface DemoSeed {
  platform: Platform;
  tx: SyncTransaction;
  cast: DemoCast;
  /** with the ids of their documents; the last is the most recent one */
  projects: readonly { id: string; content: DemoProject }[];
  documents: DemoDocuments;
  /** its bytes are stored already */
  recording: StoredRecording;
  /** one for each note that shows it, by the note's title; their bytes are stored already */
  pictures: ReadonlyMap<string, StoredPicture>;
  files: readonly StoredDemoFile[];
}
