/**
 * Epoch of the server's database: '' until a restore from a backup, then `<backup time>-<random>`. The time, in
 * milliseconds since the Unix epoch, tells a device which of its documents are younger than the backup; 0 if unknown.
 */
import * as v from 'valibot';

export const Epoch = v.pipe(v.string(), v.regex(/^$|^\d{1,16}-[a-z0-9]{6,32}$/, 'PARAM_ERROR'));

export const epochAt = (backupAt: number, random: string): string => `${backupAt}-${random}`;

/** milliseconds since the Unix epoch; 0 for '' or an unknown time */
export const backupTimeOf = (epoch: string): number => (epoch === '' ? 0 : Number.parseInt(epoch, 10) || 0);
