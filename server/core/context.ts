/** The services that features of the core depend on. */
import type { TranscriptionProvider } from '../ai/transcription/provider';
import type { LiveChannels } from '../live/channels';
import type { Platform } from '../platform/context';
import type { AuditRecorder } from '../shared/audit';
import type { Runs } from '../runs/runs';
import type { SyncStore } from '../sync/store';
import type { Usage } from '../usage/usage';

export interface CoreServices {
  platform: Platform;
  sync: SyncStore;
  live: Pick<LiveChannels, 'publish'>;
  audit: AuditRecorder;
  /** Background work that people see, cancel and retry. */
  runs: Runs;
  /** Counts the use of services, within the limits of the operator and the organization. */
  usage: Usage;
  /** Bytes that all features store for a company. */
  storedBytes(companyId: string): Promise<number>;
  /**
   * The transcription provider of a company, null for none. Read again for each job, because administrators change it.
   */
  transcriptionProvider(companyId: string): TranscriptionProvider | null;
}
