/**
 * The epoch of the database. A restore takes it back to an earlier state: devices hold documents, revisions and checkpoints of a time that
 * never was for it. It begins a new epoch, which answers carry in their checkpoints; a checkpoint of another epoch is none to go on from.
 *
 *   epoch ''  ──restore──►  epoch '<time of the backup>-<random>', clock ahead of every tick that was ever given
 *   checkpoint or push of another epoch ──► CHECKPOINT_TOO_OLD ──► the device compares all it has and sends what is missing here
 */
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { epochAt } from '../../sync/model/epoch';
import type { Checkpoint } from '../../sync/protocol/messages';
import type { Tables } from '../platform/database/tables';
import './tables';

/** Where a company stands. */
export interface DatabasePosition {
  clock: number;
  epoch: string;
  epochSeq: number;
}

/**
 * @param backupAt milliseconds: when the restored backup was taken; 0 where unknown
 * @param now milliseconds; ticks begin here, beyond those of a timeline that wrote less than a thousand times a second
 */
export async function beginEpoch(db: Kysely<Tables>, backupAt: number, now: number): Promise<void> {
  const epoch = epochAt(backupAt, randomBytes(6).toString('hex'));
  await sql`update company_clock set epoch = ${epoch}, epoch_seq = greatest(seq + 1, ${now}::bigint), seq = greatest(seq + 1, ${now}::bigint)`.execute(
    db,
  );
}

/** Whether a checkpoint was given in this epoch. One that names none is of the first, or of a client that does not know them. */
export const isOfEpoch = (
  { epoch, floor }: Pick<Checkpoint, 'epoch' | 'floor'>,
  current: Pick<DatabasePosition, 'epoch' | 'epochSeq'>,
): boolean => (epoch === undefined ? floor >= current.epochSeq : epoch === current.epoch);

export const inEpoch = (checkpoint: Omit<Checkpoint, 'epoch'>, epoch: string): Checkpoint =>
  epoch === '' ? checkpoint : { ...checkpoint, epoch };
