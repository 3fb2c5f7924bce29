/** Decisions of people on their work: conflicts, rejections, undone deletions, and a pause. */
import { meetingNoteId } from '../../../../sync/model/ids';
import type { RejectedChange } from '../../../../sync/engine/storage/device-rows';
import { DELETED, sameValue } from '../../../../sync/merge/values';
import type { KindName } from '../../../../sync/model/kinds';
import type { FuzzDevice } from '../fuzz-device';
import type { Act, Hands } from '../act-as-person';
import { valueAt } from '../oracle';

type Make = (hands: Hands, device: FuzzDevice) => Promise<Act | null>;

const docOf = async (
  device: FuzzDevice,
  collection: KindName,
  id: string,
): Promise<{ id: string; space: string } | undefined> =>
  device.names.includes(collection) ? (await device.find(collection)).find((doc) => doc.id === id) : undefined;

const conflict: Make = async (hands, device) => {
  const open = (await device.workspace!.device.conflictVersions.all()).filter((side) => !side.resolved);
  if (open.length === 0) return null;
  const side = hands.choices.pick(open);
  const take = hands.choices.pick(['mine', 'theirs'] as const);
  const doc = await docOf(device, side.collection, side.documentId);
  const resolve = (): Promise<unknown> => device.api.run('conflict.resolve', { id: side.id, take });
  const says = `takes ${take} of ${side.field} of ${side.collection}/${side.documentId}`;
  if (!doc || take === side.stands) return { says, run: resolve };
  if (side.field === DELETED) return { says, run: hands.remove(device, side.collection, doc, resolve)!.run };
  return { says, run: () => hands.edited(device, side.collection, doc, side.field, side[take] ?? undefined, resolve) };
};

/** The fields written by a retry. */
const fieldsOf = ({ content, base }: RejectedChange): string[] =>
  Object.keys(content).filter(
    (field) =>
      !['id', 'space', 'rev', 'updatedAt', 'recency', 'abilities', 'state', '_deleted'].includes(field) &&
      (!base || !sameValue(base[field], content[field])),
  );

const refusal: Make = async (hands, device) => {
  const items = await device.workspace!.device.rejectedChanges.all();
  if (items.length === 0) return null;
  const item = hands.choices.pick(items);
  const says = (action: string): string => `${action} of ${item.collection}/${item.documentId}`;
  if (item.content[DELETED] === true) {
    const doc = await docOf(device, item.collection, item.documentId);
    const again = (): Promise<unknown> => device.api.run('rejectedChange.resolve', { id: item.id, action: 'retry' });
    return doc
      ? { says: says('a second try at the deletion'), run: hands.remove(device, item.collection, doc, again)!.run }
      : null;
  }
  if (hands.choices.chance(0.4)) {
    // together with its note or text
    const ids = [item.documentId, meetingNoteId(item.documentId)];
    hands.oracle.dropped.push(...items.filter((other) => ids.includes(other.documentId)));
    return {
      says: says('gives up the edit'),
      run: () => device.api.run('rejectedChange.resolve', { id: item.id, action: 'drop' }),
    };
  }
  return {
    says: says('a second try'),
    run: async () => {
      const doc = await docOf(device, item.collection, item.documentId);
      hands.oracle.revive(item.collection, item.documentId);
      const entries = fieldsOf(item).map((field) =>
        hands.oracle.edit({
          device: device.name,
          collection: item.collection,
          id: item.documentId,
          field,
          value: item.content[field],
          before: doc ? valueAt(doc, field) : undefined,
        }),
      );
      const life = device.lives;
      await device.api.run('rejectedChange.resolve', { id: item.id, action: 'retry' });
      for (const entry of entries) entry.done = device.lives === life && !Array.isArray(entry.value);
    },
  };
};

const undo: Make = async (hands, device) => {
  const mine = hands.oracle.removals.filter(
    (r) => r.done && !r.revoked && r.device === device.name && ['projects', 'notes', 'meetings'].includes(r.collection),
  );
  const last = mine.at(-1);
  if (!last || (await docOf(device, last.collection, last.id))) return null;
  return {
    says: `takes back the deletion of ${last.collection}/${last.id}`,
    run: async () => {
      await device.api.run('document.restore', { collection: last.collection as 'notes', id: last.id });
      hands.oracle.revive(last.collection, last.id);
    },
  };
};

const pause: Make = async (_hands, device) => {
  const paused = (await device.workspace!.device.meta.get('paused'))?.value !== true;
  return { says: paused ? 'pauses' : 'resumes', run: () => device.api.setPaused(paused) };
};

export const decisionActs = { conflict, refusal, undo, pause };
