/** The services that features of the core depend on. */
import type { ExtractiveAnswer } from '../ai/extractive/interface';
import type { ProviderRegistry } from '../ai/registry';
import type { TranscriptionProvider } from '../ai/transcription/provider';
import type { LiveChannels } from '../live/channels';
import type { Platform } from '../platform/context';
import type { Parsing } from '../parsing/parsing';
import type { AuditRecorder } from '../shared/audit';
import type { PieceReaders } from '../shared/passages';
import type { Restorers } from '../shared/trash';
import type { Runs } from '../runs/runs';
import type { SyncStore } from '../sync/store';
import type { Amounts } from '../usage/amounts';
import type { Usage } from '../usage/usage';
import type { Web } from './links/web';
import type { Retrieval } from './retrieval/retrieval';
import type { VectorIndex } from './retrieval/vector-index';

export interface CoreServices {
  platform: Platform;
  sync: SyncStore;
  live: Pick<LiveChannels, 'publish' | 'isWatching'>;
  audit: AuditRecorder;
  /** Background work that people see, cancel and retry. */
  runs: Runs;
  /** Counts the use of services, within the limits of the operator and the organization. */
  usage: Usage;
  /** how each kind of the trash is restored */
  restorers: Restorers;
  /** Extracts the texts of files and web pages, in processes of their own. */
  parsing: Parsing;
  /** Tokens and money of calls of models, within the limits of the day. */
  amounts: Amounts;
  /** Bytes that all features store for a company. */
  storedBytes(companyId: string): Promise<number>;
  /**
   * The transcription provider of a company, null for none. Read again for each job, because administrators change it.
   */
  transcriptionProvider(companyId: string): Promise<TranscriptionProvider | null>;
  /** The public web, for links that people add. */
  web: Web;
  /** Providers of models, search, speech and images of an organization; read again for each call. */
  ai: ProviderRegistry;
  /** how the texts of documents are read as passages */
  pieces: PieceReaders;
  /** All vectors of passages, where the database has pgvector. */
  vectorIndex: VectorIndex;
  /** Finds the passages that answer a question. */
  retrieval: Retrieval;
  /** Answers from passages where an organization has no language model. */
  extractive: ExtractiveAnswer;
}
