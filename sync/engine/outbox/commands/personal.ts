/** Personal commands: preferences, notifications and drafts of fields. */
import { spaceOf } from '../../../model/ids';
import { choiceOf } from '../../../model/notices';
import type { Doc } from '../../../model/kinds';
import type { AnsweredList } from './commands';
import { checkedFields, create, type CommandContext, type Handlers } from './context';

async function ensurePreferences(context: CommandContext): Promise<void> {
  const { userId, lang } = context.account;
  if (await context.documents.get('preferences', userId)) return;
  const language = lang as Doc<'preferences'>['lang'];
  await create(
    context,
    'preferences',
    'owner',
    {
      id: userId,
      space: spaceOf('person', userId),
      lang: language,
      recognitionLanguage: language,
      favouriteTemplateIds: [],
      favouriteProjectIds: [],
      mutedKinds: [],
      copyFormat: 'text',
      singleKeyShortcuts: true,
    },
    { ifMissing: true },
  );
}

export const preferencesCommands: Handlers<'preferences'> = {
  async 'preferences.update'(context, input) {
    const checked = checkedFields('preferences', input as Partial<Doc<'preferences'>>);
    await ensurePreferences(context);
    await context.documents.change('preferences', context.account.userId, () => checked);
    // the profile's language, used for e-mails, is not in the replica
    if (checked.lang) {
      await context.outbox.add({
        service: 'organization',
        method: 'POST',
        path: '/user/profile/my',
        input: { lang: checked.lang },
        label: { key: 'language', params: {} },
        after: [],
      });
    }
    return null;
  },

  async 'preferences.sort'(context, { list, by }) {
    await ensurePreferences(context);
    await context.documents.change('preferences', context.account.userId, (before) =>
      checkedFields('preferences', { sorts: { ...before.sorts, [list]: by } }),
    );
    return null;
  },

  async 'preferences.notice'(context, { kind, app, mail, push, timeZone }) {
    await ensurePreferences(context);
    await context.documents.change('preferences', context.account.userId, (before) => {
      const { mail: mailBefore, push: pushBefore } = choiceOf(before, kind);
      const others = (before.notices ?? []).filter(({ id }) => id !== kind);
      const muted = before.mutedKinds.filter((other) => other !== kind);
      return checkedFields('preferences', {
        ...(app === undefined ? {} : { mutedKinds: app ? muted : [...muted, kind] }),
        ...(mail === undefined && push === undefined
          ? {}
          : { notices: [...others, { id: kind, mail: mail ?? mailBefore, push: push ?? pushBefore }] }),
        ...(before.timeZone === timeZone ? {} : { timeZone }),
      });
    });
    return null;
  },
};

export const favouriteCommands: Handlers<'favourite'> = {
  async 'favourite.set'(context, { kind, id, isFavourite }) {
    await ensurePreferences(context);
    const key = `${kind}/${id}`;
    await context.documents.change(
      'preferences',
      context.account.userId,
      ({ favourites = [], favouriteOrder = [] }) => {
        if (favourites.includes(key) === isFavourite) return null;
        const others = favourites.filter((each) => each !== key);
        const order = favouriteOrder.filter((each) => each !== key && others.includes(each));
        return checkedFields('preferences', {
          favourites: isFavourite ? [...others, key] : others,
          favouriteOrder: isFavourite ? [...order, ...others.filter((each) => !order.includes(each)), key] : order,
        });
      },
    );
    return null;
  },

  async 'favourite.order'(context, { order }) {
    await ensurePreferences(context);
    const checked = checkedFields('preferences', { favouriteOrder: [...new Set(order)] });
    await context.documents.change('preferences', context.account.userId, () => checked);
    return null;
  },
};

const answerKey = (list: AnsweredList): string => `answer:${list}`;

export const answerCommands: Handlers<'answer'> = {
  async 'answer.keep'({ device }, { list, at, rows }) {
    await device.meta.put({ key: answerKey(list), value: { at, rows } });
    return null;
  },

  async 'answer.last'({ device }, { list }) {
    const stored = (await device.meta.get(answerKey(list)))?.value as { at?: unknown; rows?: unknown } | undefined;
    return typeof stored?.at === 'number' && Array.isArray(stored.rows) ? { at: stored.at, rows: stored.rows } : null;
  },
};

export const notificationCommands: Handlers<'notification'> = {
  async 'notification.read'(context, { ids }) {
    const unread =
      ids === 'all' ? (await context.documents.find('notifications', { read: false })).map((n) => n.id) : ids;
    for (const id of unread)
      if (await context.documents.get('notifications', id))
        await context.documents.change('notifications', id, () => ({ read: true }));
    return null;
  },

  async 'notification.delete'(context, { ids }) {
    await context.documents.remove('notifications', ids);
    return null;
  },
};

const draftKey = (id: string): string => `draft:${id}`;

export const draftCommands: Handlers<'draft'> = {
  async 'draft.keep'({ device, locks }, { id, text }) {
    // serialised, so that drafts are stored in the order they were typed
    await locks.request(`satchel-draft:${id}`, () =>
      text === null ? device.meta.delete(draftKey(id)) : device.meta.put({ key: draftKey(id), value: text }),
    );
    return null;
  },

  async 'draft.read'({ device }, { id }) {
    const draft = (await device.meta.get(draftKey(id)))?.value;
    return { text: typeof draft === 'string' ? draft : null };
  },
};
