/**
 * Stores the server's last answers to screens without documents, so that they stay readable offline. Answers beyond the
 * maximum number are deleted, the oldest first.
 *
 *   meta  <index>        [{ key, row }], newest first; a key may contain search words, so it is not used as a row name
 *         <index>:<row>  { at, value }
 *
 * Sealed like every value of the device database, and erased with it. Work on one index is done in the order in which
 * it was asked for: a screen that opens while an answer is being stored reads that answer.
 */
import { newId } from '../../../model/ids';
import type { CommandContext } from './context';

interface Entry {
  key: string;
  row: string;
}

export interface StoredAnswers {
  store(context: CommandContext, key: string, answer: { at: number; value: unknown }): Promise<void>;
  last(context: CommandContext, key: string): Promise<{ at: number; value: unknown } | null>;
  /** Deletes the answers of one key, or all. */
  forget(context: CommandContext, key?: string): Promise<void>;
}

/**
 * @param max maximum number of stored answers
 * @param hasSubject whether the subject of a key is on this device; answers without one are not stored, and are deleted
 */
export function storedAnswers(
  index: string,
  max: number,
  hasSubject: (context: CommandContext, key: string) => Promise<boolean> = () => Promise.resolve(true),
): StoredAnswers {
  const runExclusive = <T>({ locks }: CommandContext, work: () => Promise<T>): Promise<T> =>
    locks.request(`satchel-${index}`, work) as Promise<T>;

  const entries = async ({ device }: CommandContext): Promise<Entry[]> => {
    const stored = (await device.meta.get(index))?.value;
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  };

  const remove = async (context: CommandContext, key: string | undefined): Promise<void> => {
    const all = await entries(context);
    const stays = key === undefined ? [] : all.filter((entry) => entry.key !== key);
    for (const { row } of all.filter((entry) => !stays.includes(entry))) await context.device.meta.delete(row);
    if (stays.length === 0) await context.device.meta.delete(index);
    else await context.device.meta.put({ key: index, value: stays });
  };

  return {
    store: (context, key, answer) =>
      runExclusive(context, async () => {
        if (!(await hasSubject(context, key))) return;
        const all = await entries(context);
        const mine = all.find((entry) => entry.key === key) ?? { key, row: `${index}:${newId()}` };
        const newest = [mine, ...all.filter((entry) => entry.key !== key)];
        await context.device.meta.put({ key: mine.row, value: answer });
        for (const old of newest.splice(max)) await context.device.meta.delete(old.row);
        await context.device.meta.put({ key: index, value: newest });
      }),

    last: (context, key) =>
      runExclusive(context, async () => {
        if (!(await hasSubject(context, key))) {
          await remove(context, key);
          return null;
        }
        const entry = (await entries(context)).find((each) => each.key === key);
        const stored =
          entry &&
          ((await context.device.meta.get(entry.row))?.value as { at?: unknown; value?: unknown } | null | undefined);
        return stored && typeof stored.at === 'number' ? { at: stored.at, value: stored.value } : null;
      }),

    forget: (context, key) => runExclusive(context, () => remove(context, key)),
  };
}
