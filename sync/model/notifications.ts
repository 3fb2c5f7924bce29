/** Notifications of one person. The server creates them; the person reads and deletes them. `read` merges to true. */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { IdOrNone } from './id-schemas';
import { moment } from './numbers';

export const notifications = defineCollection({
  name: 'notifications',
  version: 0,
  direction: 'both',
  fields: {
    /** a key of the `notification` texts, e.g. `transcriptReady` */
    kind: v.pipe(v.string(), v.maxLength(64)),
    params: v.looseObject({}),
    /** path within this app; '' for none */
    link: v.pipe(v.string(), v.maxLength(500)),
    subjectId: IdOrNone,
    read: v.boolean(),
    createdAt: moment(),
  },
  indexes: [['recency'], ['read', 'recency']],
  merge: { kind: 'server', params: 'server', link: 'server', subjectId: 'server', read: 'or', createdAt: 'server' },
  abilities: () => ['update', 'delete'],
});
export type Notification = DocOf<typeof notifications>;
