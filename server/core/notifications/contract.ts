/** The calls of notifications (workspace 7). `admin`: notifications that a person received as an administrator. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { notifications } from '../../../sync/model/kinds/notifications';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf } from '../../../sync/protocol/paging';

const audience = v.picklist(['admin', 'user'], 'PARAM_ERROR');
const Ids = v.pipe(v.array(Id), v.maxLength(1000, 'PARAM_ERROR'));
const Kind = v.pipe(v.string(), v.regex(/^[A-Za-z]{1,64}$/, 'PARAM_ERROR'));

export const notificationCalls = {
  unreadCount: defineCall({
    service: 'core',
    method: 'POST',
    path: '/message/{audience}/unread/count',
    who: 'member',
    summary: 'Number of unread notifications.',
    input: v.object({ audience }),
    output: v.object({ count: v.number() }),
    errors: ['NO_PERMISSION'],
  }),
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/message/{audience}/page',
    who: 'member',
    summary: 'Notifications, newest first; all, or only read or unread ones.',
    input: v.object({ audience, read: v.optional(v.boolean('PARAM_ERROR')), ...pageFields(20) }),
    output: pageOf(notifications.schema),
    errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
  read: defineCall({
    service: 'core',
    method: 'POST',
    path: '/message/{audience}/read',
    who: 'member',
    summary: 'Marks the given notifications, or all, as read.',
    input: v.object({ audience, ids: v.optional(Ids, []), all: v.optional(v.boolean('PARAM_ERROR'), false) }),
    output: v.object({ count: v.number() }),
    errors: ['NO_PERMISSION'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'POST',
    path: '/message/{audience}/delete',
    who: 'member',
    summary: 'Deletes notifications.',
    input: v.object({ audience, ids: Ids }),
    output: v.object({ count: v.number() }),
    errors: ['NO_PERMISSION'],
  }),
  noticeSetting: defineCall({
    service: 'core',
    method: 'POST',
    path: '/message/{audience}/notice/setting',
    who: 'member',
    summary: 'Sets which kinds of notifications the caller receives; without settings, returns the current ones.',
    input: v.object({ audience, settings: v.optional(v.record(Kind, v.boolean('PARAM_ERROR'))) }),
    output: v.object({ mutedKinds: v.array(v.string()) }),
    errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
};
