/**
 * The epoch of the database. After a restore, devices hold documents, revisions and checkpoints that the database does not
 * know. The restore begins a new epoch, which checkpoints carry; checkpoints and pushes of another epoch are refused.
 *
 *   epoch ''  ──restore──►  epoch '<time of the backup>-<random>', clock ahead of every tick that was ever given
 *   checkpoint or push of another epoch ──► CHECKPOINT_TOO_OLD ──► the device compares its replica and sends what the database lost
 */
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { epochAt } from '../../sync/model/epoch';
import type { Checkpoint } from '../../sync/protocol/messages';
import type { Tables } from '../platform/database/tables';
import './tables';

/** Clock and epoch of a company. */
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
  await sql`update company_clock set epoch = ${epoch},
    epoch_seq = greatest(seq + 1, ${now}::bigint), seq = greatest(seq + 1, ${now}::bigint)`.execute(db);
}

/** Whether a checkpoint is of this epoch. A checkpoint without an epoch is of the first one, or of a client that does not know epochs. */
export const isOfEpoch = (
  { epoch, floor }: Pick<Checkpoint, 'epoch' | 'floor'>,
  current: Pick<DatabasePosition, 'epoch' | 'epochSeq'>,
): boolean => (epoch === undefined ? floor >= current.epochSeq : epoch === current.epoch);

/** The checkpoint with the epoch, which the first epoch '' leaves out. */
export const inEpoch = (checkpoint: Omit<Checkpoint, 'epoch'>, epoch: string): Checkpoint =>
  epoch === '' ? checkpoint : { ...checkpoint, epoch };
