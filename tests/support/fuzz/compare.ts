/**
 * The check at the end of a run: every device has exactly the documents that its person may see by the database, and no
 * confirmed act is lost.
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
): Promise<{ wrong: string[]; conflictVersions: number; rejectedChanges: number }> {
  const wrong: string[] = [];
  const state: FinalState = {
    docs: new Map(
      (await fixture.rows()).map((row) => [`${row.collection}/${row.id}`, { deleted: row.deleted, data: row.data }]),
    ),
    conflictVersions: [],
    rejectedChanges: [],
    outbox: [],
    effects: fixture.effects,
    textOf: (id) => textOf(state.docs.get(`noteContents/${id}`)?.data['state']),
    rejectedText: (item) => textOf(item.content['state']),
  };
  wrong.push(...(await differences(fixture, devices, names)));
  for (const device of devices) {
    const { device: local } = device.workspace!;
    state.conflictVersions.push(...(await local.conflictVersions.all()));
    state.rejectedChanges.push(...(await local.rejectedChanges.all()));
    state.outbox.push(...(await local.outbox.all()));
  }
  wrong.push(...oracle.check(state));
  return { wrong, conflictVersions: state.conflictVersions.length, rejectedChanges: state.rejectedChanges.length };
}

/** Differences between the devices and the database. */
export async function differences(
  fixture: ServerFixture,
  devices: readonly FuzzDevice[],
  names: readonly KindName[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const device of devices) wrong.push(...(await holds(fixture, device, names)));
  return wrong;
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

/** Texts are equal if their state vectors and contents are; their bytes may differ. */
const sameField = (name: KindName, field: string, a: unknown, b: unknown): boolean =>
  name === 'noteContents' && field === 'state'
    ? vectorOf(a) === vectorOf(b) && textOf(a) === textOf(b)
    : sameValue(a, b);
