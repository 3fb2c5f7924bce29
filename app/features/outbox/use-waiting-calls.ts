import { useQuery } from '~/replica/hooks';
import type { OutboxRow } from '../../../sync/engine/storage/status';

/** The documents (`<kind>/<id>`) about which a call of this label is in the outbox and was not refused. */
export const waitingAbout = (rows: readonly OutboxRow[] | undefined, label: string): ReadonlySet<string> =>
  new Set(
    rows?.filter((row) => row.kind === 'call' && row.label === label && row.state !== 'attention').map((r) => r.about),
  );

export const useWaitingCalls = (label: 'accessRequest' | 'restore'): ReadonlySet<string> =>
  waitingAbout(useQuery({ kind: 'outbox' }), label);
