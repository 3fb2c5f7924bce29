/**
 * Documents of the company or of one person: terms, templates, conversations, settings, notifications, and calls with
 * side effects.
 */
import { spaceOf } from '../../../../sync/model/ids';
import type { FuzzDevice } from '../fuzz-device';
import type { Act, Hands } from '../act-as-person';

type Make = (hands: Hands, device: FuzzDevice) => Promise<Act | null>;

const termNew: Make = async (hands, device) => {
  const word = hands.word();
  // occasionally an existing one: the server rejects it
  const known = hands.choices.chance(0.2) ? await hands.any(device, 'terms') : undefined;
  return hands.make(device, 'terms', 'term', {
    id: `t${word}${hands.companyId}`,
    space: spaceOf('company', hands.companyId),
    term: known?.term ?? word,
    definition: '',
    matchCount: 0,
    source: 'MANUAL',
    creatorId: device.who,
    createdAt: 1,
    abilities: ['update', 'delete'],
  });
};
const termEdit: Make = async (hands, device) =>
  hands.set(
    device,
    'terms',
    await hands.any(device, 'terms', 'update'),
    hands.choices.pick(['term', 'definition'] as const),
    hands.word(),
  );
const termDelete: Make = async (hands, device) => {
  const term = await hands.any(device, 'terms', 'delete');
  return hands.remove(device, 'terms', term, () => device.workspace!.documents.remove('terms', [term!.id]));
};

const templateNew: Make = async (hands, device) => {
  const title = hands.word();
  return hands.make(device, 'templates', 'title', {
    id: `l${title}${hands.companyId}`,
    space: spaceOf('person', device.who),
    title,
    content: '',
    categoryId: 'c',
    langType: 'en',
    builtIn: false,
    creatorId: device.who,
    createdAt: 1,
    abilities: ['update', 'delete'],
  });
};
const templateEdit: Make = async (hands, device) =>
  hands.set(
    device,
    'templates',
    await hands.any(device, 'templates', 'update'),
    hands.choices.pick(['title', 'content'] as const),
    hands.word(),
  );
const templateDelete: Make = async (hands, device) => {
  const template = await hands.any(device, 'templates', 'delete');
  return hands.remove(device, 'templates', template, () =>
    device.workspace!.documents.remove('templates', [template!.id]),
  );
};

const threadRename: Make = async (hands, device) =>
  hands.set(device, 'threads', await hands.any(device, 'threads', 'update'), 'title', hands.word());
const threadDelete: Make = async (hands, device) => {
  const thread = await hands.any(device, 'threads', 'delete');
  return hands.remove(device, 'threads', thread, () => device.workspace!.documents.remove('threads', [thread!.id]));
};

const preference: Make = async (hands, device) => {
  const { choices } = hands;
  const [field, value] = choices.pick([
    ['copyFormat', choices.pick(['text', 'markdown', 'html'])],
    ['recognitionLanguage', choices.pick(['en', 'ja', 'ko', 'zh_hans'])],
    ['lang', choices.pick(['en', 'ja', 'ko'])],
  ] as const);
  const doc = (await device.find('preferences')).find(({ id }) => id === device.who);
  return {
    says: `prefers ${field} ${value}`,
    run: () =>
      hands.edited(device, 'preferences', doc ?? { id: device.who }, field, value, () =>
        device.api.run('preferences.update', { [field]: value }),
      ),
  };
};

const notificationRead: Make = async (hands, device) => {
  const notification = await hands.any(device, 'notifications', 'update');
  if (!notification || notification.read) return null;
  return {
    says: `reads notifications/${notification.id}`,
    run: () =>
      hands.edited(device, 'notifications', notification, 'read', true, () =>
        device.api.run('notification.read', { ids: [notification.id] }),
      ),
  };
};
const notificationDelete: Make = async (hands, device) => {
  const notification = await hands.any(device, 'notifications', 'delete');
  return hands.remove(device, 'notifications', notification, () =>
    device.api.run('notification.delete', { ids: [notification!.id] }),
  );
};

/** A call with a side effect, queued after a document that may be pending. */
const call: Make = async (hands, device) => {
  const mark = hands.word();
  const project =
    device.names.includes('projects') && hands.choices.chance(0.4) ? await hands.any(device, 'projects') : undefined;
  return {
    says: `asks for ${mark}`,
    run: async () => {
      const life = device.lives;
      const entry = hands.oracle.call({ device: device.name, mark });
      await device.workspace!.context.outbox.add({
        service: 'core',
        method: 'POST',
        path: '/fuzz/effect',
        input: { mark },
        label: { key: 'call', params: {} },
        after: project ? [`projects/${project.id}`] : [],
      });
      entry.done = device.lives === life;
    },
  };
};

export const termActs = { termNew, termEdit, termDelete };
export const templateActs = { templateNew, templateEdit, templateDelete };
export const threadActs = { threadRename, threadDelete };
export const preferenceActs = { preference };
export const notificationActs = { notificationRead, notificationDelete };
export const callActs = { call };
