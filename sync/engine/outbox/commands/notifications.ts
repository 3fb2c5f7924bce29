import type { Handlers } from './context';

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
