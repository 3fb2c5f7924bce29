/**
 * Epochs of the server's database: '' until it was restored from a backup, then `<time of the backup>-<random>`. The time, in milliseconds,
 * tells a device which of its documents are younger than the backup; 0 where nobody knows.
 */
import * as v from 'valibot';

export const Epoch = v.pipe(v.string(), v.regex(/^$|^\d{1,16}-[a-z0-9]{6,32}$/, 'PARAM_ERROR'));

export const epochAt = (backupAt: number, random: string): string => `${backupAt}-${random}`;

/** milliseconds since the epoch of Unix; 0 for '' and where nobody knows */
export const backupTimeOf = (epoch: string): number => (epoch === '' ? 0 : Number.parseInt(epoch, 10) || 0);
