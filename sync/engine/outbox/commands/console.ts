/**
 * What the admin console showed last, so that it stays readable on a bad network: answers by screen, the oldest beyond 60 forgotten.
 *
 *   meta  console        [{ key, row }], the newest first: a key may hold words somebody searched for, and names of rows lie in clear
 *         console:<row>  { at, value }
 *
 * Sealed like every value of the device database, and erased with it.
 */
import { newId } from '../../../model/ids';
import { accountKey } from '../../storage/account-key';
import type { CommandContext, Handlers } from './context';

const INDEX = 'console';
const MOST = 60;

interface Entry {
  key: string;
  row: string;
}

const inTurn = <T>({ locks }: CommandContext, work: () => Promise<T>): Promise<T> =>
  locks.request('satchel-console', work) as Promise<T>;

async function entries({ device }: CommandContext): Promise<Entry[]> {
  const kept = (await device.meta.get(INDEX))?.value;
  return Array.isArray(kept) ? (kept as Entry[]) : [];
}

export const consoleCommands: Handlers<'console'> = {
  async 'console.keep'(context, { account, key, at, value }) {
    if (account !== accountKey(context.account.userId, context.account.companyId)) return { kept: false };
    return inTurn(context, async () => {
      const all = await entries(context);
      const mine = all.find((entry) => entry.key === key) ?? { key, row: `${INDEX}:${newId()}` };
      const newest = [mine, ...all.filter((entry) => entry.key !== key)];
      await context.device.meta.put({ key: mine.row, value: { at, value } });
      for (const old of newest.splice(MOST)) await context.device.meta.delete(old.row);
      await context.device.meta.put({ key: INDEX, value: newest });
      return { kept: true };
    });
  },

  async 'console.last'(context, { key }) {
    const entry = (await entries(context)).find((each) => each.key === key);
    const kept =
      entry &&
      ((await context.device.meta.get(entry.row))?.value as { at?: unknown; value?: unknown } | null | undefined);
    return kept && typeof kept.at === 'number' ? { at: kept.at, value: kept.value } : null;
  },

  async 'console.forget'(context) {
    return inTurn(context, async () => {
      for (const { row } of await entries(context)) await context.device.meta.delete(row);
      await context.device.meta.delete(INDEX);
      return null;
    });
  },
};
