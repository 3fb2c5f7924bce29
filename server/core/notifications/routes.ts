/** Calls of notifications, on the same documents that are replicated. */
import { sql } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { listVisible, type Filter } from '../listing';
import type { SyncStore, SyncTransaction, StoredDoc } from '../../sync/store';
import { notificationCalls as calls } from './contract';
import { DEFAULT_LANGUAGE, isLanguage } from '../../../sync/model/languages';

type Audience = 'admin' | 'user';
type Notification = StoredDoc<'notifications'>;

const isFor = (audience: Audience, notification: Pick<Notification, 'params'>): boolean =>
  (notification.params['audience'] === 'admin') === (audience === 'admin');

function mayRead(actor: Actor, audience: Audience): void {
  if (audience === 'admin' && actor.role !== 'owner' && actor.role !== 'admin') throw new CallError('NO_PERMISSION');
}

const filterOf = (actor: Actor, audience: Audience, read?: boolean): Filter => ({
  space: spaceOf('person', actor.userId),
  newestBy: 'createdAt',
  and: [sql`(coalesce(d.data -> 'params' ->> 'audience', '') = 'admin') = ${audience === 'admin'}`],
  ...(read === undefined ? {} : { where: { read } }),
});

export function notificationRoutes(platform: Platform, sync: SyncStore): BoundCall[] {
  /** The actor's notifications with these ids, or all of them; ids of other people's notifications are ignored. */
  const own = async (
    tx: SyncTransaction,
    actor: Actor,
    audience: Audience,
    ids: string[] | 'all',
  ): Promise<Notification[]> => {
    const space = spaceOf('person', actor.userId);
    const found = ids === 'all' ? await tx.list('notifications', { space }) : await tx.list('notifications', { ids });
    return found.filter((m) => m.space === space && isFor(audience, m));
  };

  return [
    bind(calls.unreadCount, async ({ actor, input }) => {
      mayRead(actor, input.audience);
      return {
        count: (
          await listVisible(
            platform,
            actor,
            'notifications',
            { currentPage: 1, pageSize: 1 },
            filterOf(actor, input.audience, false),
          )
        ).total,
      };
    }),
    bind(calls.page, async ({ actor, input }) => {
      mayRead(actor, input.audience);
      return listVisible(platform, actor, 'notifications', input, filterOf(actor, input.audience, input.read));
    }),
    bind(calls.read, async ({ actor, input }) => {
      mayRead(actor, input.audience);
      return sync.write(actor.companyId, async (tx) => {
        const unread = (await own(tx, actor, input.audience, input.all ? 'all' : input.ids)).filter((m) => !m.read);
        for (const notification of unread) await tx.put('notifications', notification.id, { read: true });
        return { count: unread.length };
      });
    }),
    bind(calls.remove, async ({ actor, input }) => {
      mayRead(actor, input.audience);
      return sync.write(actor.companyId, async (tx) => {
        const found = await own(tx, actor, input.audience, input.ids);
        for (const notification of found) await tx.remove('notifications', notification.id);
        return { count: found.length };
      });
    }),
    bind(calls.noticeSetting, async ({ actor, input }) => {
      mayRead(actor, input.audience);
      const { settings } = input;
      if (!settings)
        return {
          mutedKinds: (await sync.read(actor.companyId, (tx) => tx.get('preferences', actor.userId)))?.mutedKinds ?? [],
        };
      return sync.write(actor.companyId, (tx) => setMuted(tx, actor, settings));
    }),
  ];
}

/** `false` mutes a kind, `true` unmutes it; other kinds stay unchanged. */
async function setMuted(
  tx: SyncTransaction,
  actor: Actor,
  settings: Record<string, boolean>,
): Promise<{ mutedKinds: string[] }> {
  const preferences = await tx.get('preferences', actor.userId);
  const muted = new Set(preferences?.mutedKinds ?? []);
  for (const [kind, wanted] of Object.entries(settings)) {
    if (wanted) muted.delete(kind);
    else muted.add(kind);
  }
  const mutedKinds = [...muted].sort();
  const lang = isLanguage(actor.lang) ? actor.lang : DEFAULT_LANGUAGE;
  await tx.put(
    'preferences',
    actor.userId,
    preferences
      ? { mutedKinds }
      : {
          space: spaceOf('person', actor.userId),
          mutedKinds,
          lang,
          recognitionLanguage: lang,
          favouriteTemplateIds: [],
          favouriteProjectIds: [],
          copyFormat: 'text',
          singleKeyShortcuts: true,
        },
  );
  return { mutedKinds };
}
