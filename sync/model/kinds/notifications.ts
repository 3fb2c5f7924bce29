/** Notifications of one person. The server creates them; the person reads and deletes them. `read` merges to true. */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { IdOrNone } from '../id-schemas';
import { timestamp } from '../numbers';

export const notifications = defineKind({
  name: 'notifications',
  store: 'personal',
  direction: 'both',
  fields: {
    /** a key of the `notification` texts, e.g. `transcriptReady` */
    kind: v.pipe(v.string(), v.maxLength(64)),
    params: v.looseObject({}),
    /** path within this app; '' for none */
    link: v.pipe(v.string(), v.maxLength(500)),
    subjectId: IdOrNone,
    read: v.boolean(),
    createdAt: timestamp(),
  },
  indexes: ['recent', 'unread'],
  label: 'notification',
  merge: { kind: 'server', params: 'server', link: 'server', subjectId: 'server', read: 'or', createdAt: 'server' },
  abilities: () => ['update', 'delete'],
});
export type Notification = DocOf<typeof notifications>;
