/** What bringing documents into the replica works with. */
import type { Barrier } from '../storage/barrier';
import type { Clock } from '../storage/clock';
import type { DeviceDatabase } from '../storage/device-database';
import type { Documents } from '../storage/documents';
import type { DeviceEpoch } from './device-epoch';
import type { InFlightWrites } from './in-flight';

export interface Applier {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  unanswered: InFlightWrites;
  epoch: DeviceEpoch;
  /** the person whose device it is */
  userId: string;
  barrier: Barrier;
}
