/** The person's preferences. */
import { choiceOf } from '../../../model/notices';
import type { Doc } from '../../../model/kinds';
import { newPreferences } from '../../../model/kinds/preferences';
import { checkedFields, create, type CommandContext, type Handlers } from './context';

/** Creates the preferences of a person without any. */
export async function ensurePreferences(context: CommandContext): Promise<void> {
  const { userId, lang } = context.account;
  if (await context.documents.get('preferences', userId)) return;
  await create(context, 'preferences', 'owner', newPreferences(userId, lang as Doc<'preferences'>['lang']), {
    ifMissing: true,
  });
}

export const preferencesCommands: Handlers<'preferences'> = {
  async 'preferences.update'(context, input) {
    const checked = checkedFields('preferences', input as Partial<Doc<'preferences'>>);
    await ensurePreferences(context);
    await context.documents.change('preferences', context.account.userId, () => checked);
    // the profile's language, which e-mails use, is not in the replica
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
