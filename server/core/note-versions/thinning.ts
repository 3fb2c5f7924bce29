/**
 * Selects the versions of a text to delete (docs/decisions/065-versions-of-texts.md): all of the last hour of work stay,
 * before that one in ten minutes, and a hundred in total. Named versions stay and do not count.
 */
const MINUTE = 60_000;
/** milliseconds between two stored versions while somebody types */
export const STORE_EVERY_MS = MINUTE;
/** milliseconds before the newest version in which all are kept */
export const FINE_MS = 60 * MINUTE;
/** of older ones, the newest in each of these spans stays */
export const SPAN_MS = 10 * MINUTE;
export const UNNAMED_MAX = 100;

export interface Version {
  id: string;
  /** when the text was changed to it, milliseconds */
  at: number;
  isNamed: boolean;
}

/**
 * Ids of the versions to delete. Spans are aligned to the clock and not to the newest version, so that a kept version stays
 * while newer ones arrive, until the limit of a hundred. Beyond the limit, the version that was current for the shortest
 * time relative to its age is deleted: the history grows coarser with age and keeps its first version.
 */
export function surplus(versions: readonly Version[]): string[] {
  const unnamed = versions.filter(({ isNamed }) => !isNamed).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const newest = unnamed[0]?.at ?? 0;
  const spans = new Set<number>();
  const kept = unnamed.filter(({ at }) => {
    if (at > newest - FINE_MS) return true;
    const span = Math.floor(at / SPAN_MS);
    if (spans.has(span)) return false;
    spans.add(span);
    return true;
  });
  while (kept.length > UNNAMED_MAX) {
    let least = 1;
    let smallest = Infinity;
    for (let i = 1; i < kept.length; i += 1) {
      const age = Math.max(1, newest - kept[i]!.at);
      const stood = (kept[i - 1]!.at - kept[i]!.at) / age;
      // of equal ones, delete the older
      if (stood <= smallest) [smallest, least] = [stood, i];
    }
    kept.splice(least, 1);
  }
  const stays = new Set(kept);
  return unnamed.filter((version) => !stays.has(version)).map(({ id }) => id);
}
