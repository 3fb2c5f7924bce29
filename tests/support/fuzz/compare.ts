/**
 * At the end of a run: does every device hold exactly what the database lets its person see, and is everything that was
 * done still there?
 */
import { textOfState } from '../../../sync/merge/note-text';
import { sameValue } from '../../../sync/merge/values';
import { fromBase64, vectorOf } from '../../../sync/merge/yjs';
import type { KindName } from '../../../sync/model/kinds';
import type { FuzzDevice } from './fuzz-device';
import type { ServerFixture } from './server-fixture';
import type { Oracle, FinalState } from './oracle';

const textOf = (state: unknown): string =>
  typeof state === 'string' && state !== '' ? textOfState(fromBase64(state)) : '';

export async function compare(
  fixture: ServerFixture,
  devices: readonly FuzzDevice[],
  names: readonly KindName[],
  oracle: Oracle,
): Promise<{ wrong: string[]; kept: number; attention: number }> {
  const wrong: string[] = [];
  const state: FinalState = {
    docs: new Map(
      (await fixture.rows()).map((row) => [`${row.collection}/${row.id}`, { deleted: row.deleted, data: row.data }]),
    ),
    kept: [],
    attention: [],
    outbox: [],
    effects: fixture.effects,
    textOf: (id) => textOf(state.docs.get(`noteContents/${id}`)?.data['state']),
    attentionText: (item) => textOf(item.content['state']),
  };
  for (const device of devices) {
    const { device: local } = device.workspace!;
    wrong.push(...(await holds(fixture, device, names)));
    state.kept.push(...(await local.conflictVersions.all()));
    state.attention.push(...(await local.rejectedChanges.all()));
    state.outbox.push(...(await local.outbox.all()));
  }
  wrong.push(...oracle.check(state));
  return { wrong, kept: state.kept.length, attention: state.attention.length };
}

async function holds(fixture: ServerFixture, device: FuzzDevice, names: readonly KindName[]): Promise<string[]> {
  const visible = await fixture.visible(device.who, names);
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
          `${device.name} has ${field} of ${name}/${id} as ${JSON.stringify(
            here[field],
          )}, the server as ${JSON.stringify(there[field])}`,
        );
    }
  }
  return wrong;
}

/** Texts are equal when their state vectors and their content are; their bytes may differ. */
const sameField = (name: KindName, field: string, a: unknown, b: unknown): boolean =>
  name === 'noteContents' && field === 'state'
    ? vectorOf(a) === vectorOf(b) && textOf(a) === textOf(b)
    : sameValue(a, b);
