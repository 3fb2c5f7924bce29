/** The trash of this person: deletions that are still on this device, and the server's list, offline as last known. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '~/api/client';
import type { Failure, ListSource } from '~/features/server-list/server-list';
import { useWaitingCalls } from '~/features/outbox/use-waiting-calls';
import { useServerList } from '~/features/server-list/use-server-list';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { TRASH_DAYS, trashCalls, type TrashEntry } from '../../../server/core/trash/contract';

/** entries of a page */
const PAGE = 50;
/** entries that this device stores */
const STORED_MAX = 200;
const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000;

export interface TrashRow extends TrashEntry {
  /** the deletion is still on this device: it is taken back without the server */
  isLocal: boolean;
  /** its restore is in the outbox */
  isRestoring: boolean;
}

export interface Trash {
  /** undefined while nothing is known yet */
  rows: readonly TrashRow[] | undefined;
  /** when the server reported its list, milliseconds; 0: never */
  at: number;
  failure: Failure | null;
  hasMore: boolean;
  more: () => void;
  /** Asks again, after a change. */
  refresh: () => Promise<void>;
}

/** The server searches its whole list; only the list without a search is stored. */
const trashSource = (words: string): ListSource<TrashEntry> => ({
  name: 'trash',
  pageSize: PAGE,
  page: (asked) => call(trashCalls.page, { ...asked, titleLike: words }),
  ...(words === '' && {
    store: ({ list }, at) => run('answer.store', { list: 'trash', at, rows: list.slice(0, STORED_MAX) }),
  }),
  stored: async () => {
    const last = await run('answer.last', { list: 'trash' });
    const now = Date.now();
    const list = ((last?.rows ?? []) as TrashEntry[]).filter(({ endsAt }) => endsAt > now);
    return last && { answer: { list, total: list.length }, at: last.at };
  },
});

/** Deletions of this device that the server does not have yet. */
async function localRows(): Promise<TrashRow[]> {
  const { deletions } = await run('document.deletions', {});
  return deletions.map((each) => ({
    ...each,
    itemType: '',
    isProjectGone: false,
    deletedBy: '',
    endsAt: each.deletedAt + TRASH_MS,
    notes: 0,
    meetings: 0,
    canErase: false,
    isLocal: true,
    isRestoring: false,
  }));
}

/** @param words search in titles */
export function useTrash(words: string): Trash {
  const { documents, calls } = useStatus().waiting;
  const [local, setLocal] = useState<readonly TrashRow[]>([]);
  const restoring = useWaitingCalls('restore');
  const source = useMemo(() => trashSource(words), [words]);
  // a deletion that was sent is in the server's list from then on
  const again = `${documents}/${calls}`;
  const list = useServerList(source, { again });
  const readLocal = useCallback(() => localRows().then(setLocal, () => undefined), []);
  useEffect(() => void readLocal(), [readLocal, again]);

  const wanted = words.toLocaleLowerCase();
  const matches = ({ title }: { title: string }): boolean =>
    title.normalize('NFC').toLocaleLowerCase().includes(wanted);
  const isHere = new Set(local.map(({ kind, id }) => `${kind}/${id}`));
  return {
    rows: list.rows && [
      ...local.filter(matches),
      ...list.rows
        .filter((each) => !isHere.has(`${each.kind}/${each.id}`) && (list.isCurrent || matches(each)))
        .map((each) => ({ ...each, isLocal: false, isRestoring: restoring.has(`${each.kind}/${each.id}`) })),
    ],
    at: list.at,
    failure: list.failure,
    hasMore: list.hasMore,
    more: list.more,
    refresh: async () => {
      await Promise.all([readLocal(), list.refresh()]);
    },
  };
}
