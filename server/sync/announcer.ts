/**
 * Announces changes to all processes, after the commit and coalesced: a NOTIFY inside each writing transaction costs more
 * than half of the throughput.
 */
import type { KindName } from '../../sync/model/kinds';
import type { EventBus, EventTopics } from '../platform/events';
import type { Announcement } from './transaction';

/** milliseconds between a commit and its announcement */
const GATHER_MS = 8;
/** characters of an announcement; a larger one names no spaces, and then no people (the bus carries up to 7,500 bytes) */
const PAYLOAD_MAX = 6_000;
/** In `users`: everybody's access. In `spaces`: any space. */
export const ALL = '*';

export interface Announcer {
  announce(change: Announcement): void;
  /** Publishes pending announcements. */
  close(): void;
}

export function createAnnouncer(events: EventBus): Announcer {
  const pending = new Map<string, Announcement>();
  let timer: NodeJS.Timeout | null = null;

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const changes = [...pending.values()];
    pending.clear();
    for (const change of changes) events.publish('sync', payloadOf(change));
  };

  return {
    announce(change) {
      if (change.spaces.size === 0 && change.users.size === 0 && !change.everyone) return;
      const earlier = pending.get(change.companyId);
      pending.set(change.companyId, earlier ? merged(earlier, change) : change);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    close: flush,
  };
}

function merged(a: Announcement, b: Announcement): Announcement {
  const spaces = new Map([...a.spaces].map(([space, names]) => [space, new Set(names)]));
  for (const [space, names] of b.spaces) spaces.set(space, new Set([...(spaces.get(space) ?? []), ...names]));
  return {
    companyId: a.companyId,
    seq: Math.max(a.seq, b.seq),
    spaces,
    users: new Set([...a.users, ...b.users]),
    everyone: a.everyone || b.everyone,
  };
}

function payloadOf(change: Announcement): EventTopics['sync'] {
  const spaces = Object.fromEntries([...change.spaces].map(([space, names]) => [space, [...names]]));
  const anySpace: Record<string, KindName[]> = {
    [ALL]: [...new Set([...change.spaces.values()].flatMap((names) => [...names]))],
  };
  const users = change.everyone ? [ALL] : [...change.users];
  const { companyId, seq } = change;
  for (const payload of [
    { companyId, seq, spaces, users },
    { companyId, seq, spaces: anySpace, users },
  ])
    if (JSON.stringify(payload).length <= PAYLOAD_MAX) return payload;
  return { companyId, seq, spaces: anySpace, users: [ALL] };
}
