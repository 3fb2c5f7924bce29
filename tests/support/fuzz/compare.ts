/**
 * At the end of a run: does every device hold exactly what the database lets its person see, and is everything that was
 * done still there?
 */
import { textOfState } from '../../../sync/merge/note-text';
import { sameValue } from '../../../sync/merge/values';
import { fromBase64, vectorOf } from '../../../sync/merge/yjs';
import type { CollectionName } from '../../../sync/model/registry';
import type { FuzzDevice } from './fuzz-device';
import type { ServerFixture } from './server-fixture';
import type { Oracle, Standing } from './oracle';

const textOf = (state: unknown): string =>
  typeof state === 'string' && state !== '' ? textOfState(fromBase64(state)) : '';

export async function compare(
  house: ServerFixture,
  devices: readonly FuzzDevice[],
  names: readonly CollectionName[],
  ledger: Oracle,
): Promise<{ wrong: string[]; kept: number; attention: number }> {
  const wrong: string[] = [];
  const standing: Standing = {
    docs: new Map(
      (await house.rows()).map((row) => [`${row.collection}/${row.id}`, { deleted: row.deleted, data: row.data }]),
    ),
    kept: [],
    attention: [],
    outbox: [],
    effects: house.effects,
    textOf: (id) => textOf(standing.docs.get(`noteContents/${id}`)?.data['state']),
    attentionText: (item) => textOf(item.content['state']),
  };
  for (const device of devices) {
    const { device: local } = device.workspace!;
    wrong.push(...(await holds(house, device, names)));
    standing.kept.push(...(await local.conflictVersions.all()));
    standing.attention.push(...(await local.rejectedChanges.all()));
    standing.outbox.push(...(await local.outbox.all()));
  }
  wrong.push(...ledger.judge(standing));
  return { wrong, kept: standing.kept.length, attention: standing.attention.length };
}

async function holds(house: ServerFixture, device: FuzzDevice, names: readonly CollectionName[]): Promise<string[]> {
  const visible = await house.visible(device.who, names);
  const wrong: string[] = [];
  for (const name of names) {
    const should = visible.get(name)!;
    const has = new Map((await device.find(name)).map((doc) => [doc.id, doc as Record<string, unknown>]));
    for (const id of new Set([...should.keys(), ...has.keys()])) {
      const [there, here] = [should.get(id) as Record<string, unknown> | undefined, has.get(id)];
      if (!there || !here) {
        wrong.push(`${device.name} ${here ? 'holds' : 'misses'} ${name}/${id}`);
        continue;
      }
      const fields = [...new Set([...Object.keys(there), ...Object.keys(here)])].filter(
        (field) => !sameField(name, field, here[field], there[field]),
      );
      for (const field of fields)
        wrong.push(
          `${device.name} has ${field} of ${name}/${id} as ${JSON.stringify(here[field])}, the server as ${JSON.stringify(there[field])}`,
        );
    }
  }
  return wrong;
}

/** Texts are equal when their state vectors and their content are; their bytes may differ. */
const sameField = (name: CollectionName, field: string, a: unknown, b: unknown): boolean =>
  name === 'noteContents' && field === 'state'
    ? vectorOf(a) === vectorOf(b) && textOf(a) === textOf(b)
    : sameValue(a, b);
