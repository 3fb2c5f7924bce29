/** Services that applying documents to the replica needs. */
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
  inFlight: InFlightWrites;
  epoch: DeviceEpoch;
  /** the account's person */
  userId: string;
  barrier: Barrier;
  /** characters of a text's state that is pulled whole (text-differences.ts) */
  stateMax: number;
}
