/**
 * The last answers of the admin console by screen, so that it stays readable on a bad network; the oldest beyond 60 are deleted.
 *
 *   meta  console        [{ key, row }], newest first: a key may contain search words, and row names are not sealed
 *         console:<row>  { at, value }
 *
 * Sealed like every value of the device database, and erased with it.
 */
import { newId } from '../../../model/ids';
import { accountKey } from '../../storage/account-key';
import type { CommandContext, Handlers } from './context';

const INDEX = 'console';
const MAX_ENTRIES = 60;

interface Entry {
  key: string;
  row: string;
}

const runExclusive = <T>({ locks }: CommandContext, work: () => Promise<T>): Promise<T> =>
  locks.request('satchel-console', work) as Promise<T>;

async function entries({ device }: CommandContext): Promise<Entry[]> {
  const index = (await device.meta.get(INDEX))?.value;
  return Array.isArray(index) ? (index as Entry[]) : [];
}

export const consoleCommands: Handlers<'console'> = {
  async 'console.keep'(context, { account, key, at, value }) {
    if (account !== accountKey(context.account.userId, context.account.companyId)) return { kept: false };
    return runExclusive(context, async () => {
      const all = await entries(context);
      const mine = all.find((entry) => entry.key === key) ?? { key, row: `${INDEX}:${newId()}` };
      const newest = [mine, ...all.filter((entry) => entry.key !== key)];
      await context.device.meta.put({ key: mine.row, value: { at, value } });
      for (const old of newest.splice(MAX_ENTRIES)) await context.device.meta.delete(old.row);
      await context.device.meta.put({ key: INDEX, value: newest });
      return { kept: true };
    });
  },

  async 'console.last'(context, { key }) {
    const entry = (await entries(context)).find((each) => each.key === key);
    const stored =
      entry &&
      ((await context.device.meta.get(entry.row))?.value as { at?: unknown; value?: unknown } | null | undefined);
    return stored && typeof stored.at === 'number' ? { at: stored.at, value: stored.value } : null;
  },

  async 'console.forget'(context) {
    return runExclusive(context, async () => {
      for (const { row } of await entries(context)) await context.device.meta.delete(row);
      await context.device.meta.delete(INDEX);
      return null;
    });
  },
};
