/** The reason why Satchel did not start, in one sentence that an operator can act on. */
import { DatabaseUnusableError } from './database/unusable';
import { OperatorError } from './operator-error';

/** error codes of the file system and of PostgreSQL (disk_full), and message texts of both */
const FULL = /\b(ENOSPC|EDQUOT|53100)\b|No space left on device|Disk quota exceeded/;
/** data_corrupted, index_corrupted, io_error, undefined_file */
const DAMAGED = new Set(['XX001', 'XX002', '58030', '58P01']);

function* chain(error: unknown): Generator<Error & { code?: unknown }> {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth += 1) yield each;
}

/**
 * Returns null if an operator cannot fix the error.
 * @param where the data folder, and whether it contains the database
 */
export function explainFailure(error: unknown, where: { dataDir: string; embedded: boolean }): string | null {
  const errors = [...chain(error)];
  if (errors.some((each) => FULL.test(`${String(each.code)} ${each.message}`))) {
    return `The disk that holds "${where.dataDir}" is full. Free some space and start Satchel again; nothing was removed.`;
  }
  const known = errors.find((each) => each instanceof OperatorError);
  if (known) return known.message;
  const damaged = errors.find((each) => DAMAGED.has(String(each.code)));
  if (damaged && where.embedded) return new DatabaseUnusableError(`${where.dataDir}/database`, damaged.message).message;
  for (const { code, message } of errors) {
    if (code === 'EADDRINUSE')
      return `Another program listens on this port already (${message}). Stop it, or set PORT.`;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      return `Satchel may not do what it needs to (${message}). Give its user the right to it, or set DATA_DIR to another folder.`;
  }
  return null;
}
