import Dexie from 'dexie';

/** Whether an error means that the disk or the quota is full, also if Dexie wrapped it. */
export function isQuotaError(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e && depth < 4; depth += 1) {
    const { name, inner, cause } = e as { name?: string; inner?: unknown; cause?: unknown };
    if (name === 'QuotaExceededError' || name === Dexie.errnames.QuotaExceeded) return true;
    e = inner ?? cause;
  }
  return false;
}
