/** Reads the turns before a question: the branch of the chat that it continues. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';

type Reading = Pick<SyncTransaction, 'list'>;

export interface Exchange {
  turn: StoredDoc<'turns'>;
  /** null until it is written */
  answer: StoredDoc<'answers'> | null;
}

/** turns of a branch that are read at most */
const BRANCH_MAX = 100;

/** Returns the exchanges before a turn, the latest first, and the number of earlier ones that were not read. */
export async function branchBefore(
  tx: Reading,
  turn: StoredDoc<'turns'>,
): Promise<{ exchanges: Exchange[]; unread: number }> {
  if (!turn.followsId) return { exchanges: [], unread: 0 };
  const all = new Map((await tx.list('turns', { where: { parentId: turn.parentId } })).map((each) => [each.id, each]));
  const branch: StoredDoc<'turns'>[] = [];
  // a hostile device may write turns that follow each other in a cycle
  const seen = new Set([turn.id]);
  for (let next = all.get(turn.followsId); next && !seen.has(next.id); next = all.get(next.followsId)) {
    seen.add(next.id);
    branch.push(next);
  }
  const read = branch.slice(0, BRANCH_MAX);
  const answers = new Map((await tx.list('answers', { ids: read.map(({ id }) => id) })).map((each) => [each.id, each]));
  return {
    exchanges: read.map((each) => ({ turn: each, answer: answers.get(each.id) ?? null })),
    unread: branch.length - read.length,
  };
}

/** The text of an answer without citation markers; for an extractive answer, its quotes. */
export function wordsOfAnswer({
  mode,
  text,
  citations,
}: Pick<StoredDoc<'answers'>, 'mode' | 'text' | 'citations'>): string {
  if (mode === 'extractive') return citations.map(({ quote }) => quote).join('\n');
  return text.replace(/\[\^(?:\d+|\?)\]/g, '');
}

/** Ids of documents and addresses of pages that were rated useless in these answers. */
export const uselessIn = (exchanges: readonly Exchange[]): Set<string> =>
  new Set(
    exchanges.flatMap(({ answer }) =>
      (answer?.sources ?? []).flatMap(({ kind, id, url, isUseless }) => (isUseless ? [kind === 'web' ? url : id] : [])),
    ),
  );
