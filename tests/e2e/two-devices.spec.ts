/** The engine against a real Satchel server, without a page: two devices of one person. */
import * as Y from 'yjs';
import { textOfState } from '../../sync/merge/note-text';
import { expect, test } from '../support/e2e';
import { engineDevice, eventually, FEW, synced, until, type EngineDevice } from '../support/engine-device';
import { cookieFetch } from '../support/cookie-fetch';
import type { Satchel } from '../support/satchel';
import { typed } from '../support/typing';
import { PASSWORD } from '../support/steps';

const devices: EngineDevice[] = [];
test.afterAll(async () => {
  for (const device of devices) await device.close();
});

/** `pushes`: pushes wait for it */
interface Line {
  cut: boolean;
  pushes: Promise<void> | null;
}

async function signedIn({ url }: Satchel, email: string): Promise<{ device: EngineDevice; line: Line }> {
  const go = cookieFetch(url);
  const line: Line = { cut: false, pushes: null };
  const answer = await go(`${url}/api/organization/user/login/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const device = engineDevice({
    origin: url,
    collections: FEW,
    fetch: async (input, init) => {
      if (line.pushes && /\/push$/.test(input)) await line.pushes;
      if (line.cut) throw new TypeError('cut');
      return go(input, init);
    },
  });
  devices.push(device);
  expect(await device.api.open({ refresh: true })).toMatchObject({ email });
  await synced(device.api);
  return { device, line };
}

test('documents created offline on one device reach the other; both type in one paragraph, and both texts survive', async ({
  satchel,
  company,
}) => {
  const { email } = company.owner;
  const a = await signedIn(satchel, email);
  const b = await signedIn(satchel, email);
  await until(b.device.api, { kind: 'status' }, (s) => s.connection.state === 'online');
  a.line.cut = true;
  await a.device.api.hint('offline');
  const { id: projectId } = await a.device.api.run('project.create', { title: 'Made in a tunnel' });
  const { id: noteId } = await a.device.api.run('note.create', { projectId, title: 'Tunnel note' });
  const { id: meetingId } = await a.device.api.run('meeting.create', {
    projectId: '',
    title: 'Alone',
    type: 'record',
    language: 'en',
  });
  a.line.cut = false;
  await a.device.api.hint('online');
  await synced(a.device.api);
  await until(a.device.api, { kind: 'rejectedChanges' }, (items) => items.length === 0);
  await until(
    b.device.api,
    { kind: 'one', collection: 'notes', id: noteId },
    (n) => n?.title === 'Tunnel note' && n.abilities.includes('update'),
  );
  await until(b.device.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m?.title === 'Alone');
  await until(b.device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (c) => c !== null);

  for (const { device, line } of [a, b]) {
    line.cut = true;
    await device.api.hint('offline');
    await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'offline');
  }
  for (const [{ device }, words] of [
    [a, 'from the laptop'],
    [b, 'from the phone'],
  ] as const) {
    const text = await device.api.openText(noteId, () => {});
    await text.append(typed(text.state, words).update);
    await text.close();
  }
  for (const { device, line } of [a, b]) {
    line.cut = false;
    await device.api.hint('online');
    await synced(device.api);
  }
  const read = (device: EngineDevice): Promise<string> => device.api.textOf(noteId, 'text');
  await eventually(
    async () => /laptop/.test(await read(b.device)) && (await read(a.device)) === (await read(b.device)),
    'both have both texts',
  );
  expect(await read(a.device)).toMatch(/phone/);

  // live updates are independent of replication: while pushes are held back, they are the only path
  let release = (): void => {};
  a.line.pushes = new Promise((resolve) => {
    release = resolve;
  });
  const [here, there] = [new Y.Doc(), new Y.Doc()];
  const writing = await a.device.api.openText(noteId, () => {});
  const reading = await b.device.api.openText(noteId, (update) => Y.applyUpdate(there, update));
  Y.applyUpdate(here, writing.state);
  Y.applyUpdate(there, reading.state);
  const words = (doc: Y.Doc): string => textOfState(Y.encodeStateAsUpdate(doc));
  const before = words(there);
  // the subscription is sent separately: earlier updates are not passed on
  await eventually(async () => {
    const { update } = typed(Y.encodeStateAsUpdate(here), 'z', 0);
    Y.applyUpdate(here, update);
    await writing.append(update);
    return words(there) !== before;
  }, 'letters are read before they are filed');
  await writing.close();
  release();
  a.line.pushes = null;
  await eventually(() => words(there) === words(here), 'all of it came');
  await reading.close();
  await synced(a.device.api);

  await a.device.api.run('project.delete', { id: projectId });
  await synced(a.device.api);
  await until(b.device.api, { kind: 'one', collection: 'notes', id: noteId }, (n) => n === null);
  await until(a.device.api, { kind: 'rejectedChanges' }, (items) => items.length === 0);
  for (const { device } of [a, b]) expect(device.errors).toEqual([]);
});
