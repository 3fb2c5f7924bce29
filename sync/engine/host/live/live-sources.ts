/** The sources of a workspace's live queries. */
import type { Observable } from 'rxjs';
import type { Repair } from '../../storage/integrity/repair';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalRecording } from '../../storage/device-rows';
import type { PendingDocuments } from '../../storage/pending';
import type { Replica } from '../../storage/replica-database';
import type { Documents } from '../../storage/documents';
import type { SyncStatus } from '../../../model/sync-status';
import type { LiveTopics } from '../../text/live-topics';
import type { Search } from '../../search/search';
import type { Texts } from '../../text/texts';
import type { HoldOf } from '../../outbox/outbox-rows';

/** milliseconds between two values of a list; the first change after a quiet time is published immediately */
export const LIST_MS = 100;

export interface LiveSources {
  replica: Replica;
  device: DeviceDatabase;
  documents: Documents;
  pending: PendingDocuments;
  /** recordings whose browser ended while they ran */
  orphans$: Observable<LocalRecording[]>;
  status$: Observable<SyncStatus>;
  holdOf: HoldOf;
  repair: Repair;
  clock: { now(): number };
  texts: Pick<Texts, 'changes'>;
  topics: Pick<LiveTopics, 'progress' | 'state'>;
  search: Pick<Search, 'mentioning' | 'generation$'>;
}
