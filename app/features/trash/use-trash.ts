/** The trash of this person: deletions that are still on this device, and the server's list, offline as last known. */
import { useCallback, useEffect, useState } from 'react';
import { call } from '~/api/client';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { TRASH_DAYS, trashCalls, type TrashEntry } from '../../../server/core/trash/contract';

/** entries of a page */
const PAGE = 50;
/** entries that this device remembers */
const KEPT_MAX = 200;
const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000;

export interface TrashRow extends TrashEntry {
  /** the deletion is still on this device: it is taken back without the server */
  isLocal: boolean;
}

export interface Trash {
  /** undefined while nothing is known yet */
  rows: readonly TrashRow[] | undefined;
  /** when the server reported its list, milliseconds; 0: never */
  at: number;
  /** the server did not answer */
  isStale: boolean;
  hasMore: boolean;
  more(): void;
  /** Asks again, after a change. */
  look(): Promise<void>;
}

/** @param words search in titles; the server searches its whole list */
export function useTrash(words: string): Trash {
  const status = useStatus();
  const online = status.connection.state === 'online';
  const [pages, setPages] = useState(1);
  const [known, setKnown] = useState<{ list: readonly TrashEntry[]; at: number; total: number; words: string }>();
  const [local, setLocal] = useState<readonly TrashRow[]>([]);
  const [isStale, setStale] = useState(false);

  const look = useCallback(async () => {
    const { deletions } = await run('document.deletions', {});
    setLocal(
      deletions.map((each) => ({
        ...each,
        isProjectGone: false,
        deletedBy: '',
        endsAt: each.deletedAt + TRASH_MS,
        notes: 0,
        meetings: 0,
        canErase: false,
        isLocal: true,
      })),
    );
    try {
      const { list, total } = await call(trashCalls.page, { currentPage: 1, pageSize: pages * PAGE, titleLike: words });
      const at = Date.now();
      setKnown({ list, at, total, words });
      setStale(false);
      if (words === '') await run('answer.keep', { list: 'trash', at, rows: list.slice(0, KEPT_MAX) });
    } catch {
      const last = await run('answer.last', { list: 'trash' }).catch(() => null);
      const now = Date.now();
      const list = ((last?.rows ?? []) as TrashEntry[]).filter(({ endsAt }) => endsAt > now);
      setKnown({ list, at: last?.at ?? 0, total: list.length, words: '' });
      setStale(true);
    }
  }, [pages, words]);

  // a deletion that was sent is in the server's list from then on
  useEffect(() => void look(), [look, online, status.waiting.documents, status.waiting.calls]);

  const wanted = words.toLocaleLowerCase();
  const matches = ({ title }: { title: string }): boolean =>
    title.normalize('NFC').toLocaleLowerCase().includes(wanted);
  const isHere = new Set(local.map(({ kind, id }) => `${kind}/${id}`));
  return {
    rows: known && [
      ...local.filter(matches),
      ...known.list
        .filter((each) => !isHere.has(`${each.kind}/${each.id}`) && (known.words === words || matches(each)))
        .map((each) => ({ ...each, isLocal: false })),
    ],
    at: known?.at ?? 0,
    isStale,
    hasMore: (known?.total ?? 0) > (known?.list.length ?? 0),
    more: () => setPages(pages + 1),
    look,
  };
}
