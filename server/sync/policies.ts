/** Push policies of collections without a feature: preferences and notifications. `people` takes no pushes. */
import { spaceOf } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import type { PushPolicy } from './store';

/** One document per person, in the person's own space. */
export const preferencesPolicy: PushPolicy<'preferences'> = {
  collection: 'preferences',
  async check({ actor, after }) {
    if (!after) throw new CallError('NO_PERMISSION', { message: 'preferences are not deleted' });
    if (after.id !== actor.userId || after.space !== spaceOf('person', actor.userId))
      throw new CallError('NO_PERMISSION');
  },
};

/** The server creates notifications; their receiver marks them as read and deletes them. */
export const notificationsPolicy: PushPolicy<'notifications'> = {
  collection: 'notifications',
  async check({ actor, before, after, changed }) {
    if (!before) throw new CallError('NO_PERMISSION', { message: 'the server makes notifications' });
    if (before.space !== spaceOf('person', actor.userId)) throw new CallError('NO_PERMISSION');
    if (!after) return;
    const other = changed.find((field) => field !== 'read');
    if (other) throw new CallError('NO_PERMISSION', { fieldErrors: { [other]: 'NO_PERMISSION' } });
    if (before.read && !after.read) throw new CallError('NO_PERMISSION', { fieldErrors: { read: 'NO_PERMISSION' } });
  },
};

/** Every other kind that devices write has a policy in the manifest of its feature. */
export const OWN_POLICIES = [preferencesPolicy, notificationsPolicy] as const;
