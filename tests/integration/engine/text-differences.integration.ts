/**
 * Pulls of long texts, with the real server code: a device receives the difference to the text that it has. Response
 * bodies are counted in bytes.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { stateFromMarkdown, textOfState } from '../../../sync/merge/note-text';
import { engineDevice, eventually, synced, type EngineDevice } from '../../support/engine-device';
import { ServerFixture } from '../../support/fuzz/server-fixture';
import { openServers, type Servers } from '../../support/fuzz/servers';
import { typed } from '../../support/typing';

const PARAGRAPH = 'Each paragraph of this note has about as many words as a person writes before the next one begins. ';

let servers: Servers;
let server: ServerFixture;
const devices: EngineDevice[] = [];

beforeAll(async () => {
  servers = await openServers('pglite');
  server = new ServerFixture(servers.each, 'c1');
  for (const who of ['ann', 'ben']) await server.setPerson(who, true, []);
});
afterEach(async () => {
  for (const device of devices.splice(0)) {
    await device.close();
    expect(device.errors).toEqual([]);
  }
});
afterAll(async () => {
  server.close();
  await servers.close();
});

interface Counted extends EngineDevice {
  /** bytes of response bodies by path, since the last reset */
  received: Map<string, number>;
}

/** A device without event stream: it pulls only on request. */
async function open(who: string): Promise<Counted> {
  const received = new Map<string, number>();
  const device = engineDevice({
    liveUpdates: false,
    // the value of the product
    stateMax: 4_096,
    fetch: async (input, init) => {
      const path = input.replace(/^https?:\/\/[^/]+/, '');
      if (path === '/api/core/sync/stream') return quietStream(init.signal!);
      const answer = await server.serve(path, {
        ...init,
        signal: null,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${who}` },
      });
      const body = await answer.arrayBuffer();
      received.set(path, (received.get(path) ?? 0) + body.byteLength);
      return new Response(body, answer);
    },
  });
  devices.push(device);
  await device.api.open({ refresh: true });
  await synced(device.api);
  return Object.assign(device, { received });
}

/** An event stream without events. */
const quietStream = (signal: AbortSignal): Response =>
  new Response(
    new ReadableStream({
      start: (controller) =>
        signal.addEventListener('abort', () => controller.error(signal.reason as Error), { once: true }),
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

const bytes = ({ received }: Counted): number => [...received.values()].reduce((sum, each) => sum + each, 0);

/** A note of Ann's with about 400 kB of state, which Ben may read. */
async function longNote(ann: Counted, title: string): Promise<string> {
  const { id: projectId } = await ann.api.run('project.create', { title });
  await ann.api.run('project.share', { id: projectId, shareRange: 'customize', userIds: ['ben'], departmentIds: [] });
  const { id } = await ann.api.run('note.create', { projectId, title });
  const text = await ann.api.openText(id, () => undefined);
  const state = stateFromMarkdown(Array.from({ length: 400 }, (_, n) => `${n} ${PARAGRAPH.repeat(10)}`).join('\n\n'));
  expect(state.byteLength).toBeGreaterThan(400_000);
  await text.append(state);
  await text.close();
  await synced(ann.api);
  return id;
}

/** Types at the beginning of the first paragraph; resolves when it is on the server. */
async function type({ api }: EngineDevice, id: string, words: string): Promise<void> {
  const text = await api.openText(id, () => undefined);
  await text.append(typed(text.state, words).update);
  await text.close();
  await synced(api);
}

const stateOf = async ({ api }: EngineDevice, id: string): Promise<Uint8Array> => {
  const text = await api.openText(id, () => undefined);
  await text.close();
  return text.state;
};

test('a reader of one changed paragraph in a note of 400 kB receives less than 5 kB', async () => {
  const [ann, ben] = [await open('ann'), await open('ben')];
  const id = await longNote(ann, 'Read');
  await ben.api.refresh();
  const before = textOfState(await stateOf(ben, id));
  expect(before.length).toBeGreaterThan(390_000);
  for (const words of ['A new sentence. ', 'Another one. ']) {
    await type(ann, id, words);
    ben.received.clear();
    await ben.api.refresh();
    expect(bytes(ben)).toBeLessThan(5_000);
    expect(ben.received.get('/api/core/sync/texts')).toBeGreaterThan(0);
  }
  expect(textOfState(await stateOf(ben, id))).toBe(`Another one. A new sentence. ${before}`);
  const [mine, theirs] = [await stateOf(ann, id), await stateOf(ben, id)].map((state) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    return Y.snapshot(doc);
  });
  expect(Y.equalSnapshots(mine!, theirs!)).toBe(true);
});

test('the author of a change receives less than 5 kB of it, too', async () => {
  const ann = await open('ann');
  const id = await longNote(ann, 'Own');
  await ann.api.refresh();
  ann.received.clear();
  await type(ann, id, 'Mine. ');
  await ann.api.refresh();
  expect(bytes(ann)).toBeLessThan(5_000);
});

test('a device without the text receives all of it', async () => {
  const ann = await open('ann');
  const id = await longNote(ann, 'New');
  const ben = await open('ben');
  expect(bytes(ben)).toBeGreaterThan(400_000);
  await type(ann, id, 'Later. ');
  const tablet = await open('ben');
  await eventually(async () => textOfState(await stateOf(tablet, id)).startsWith('Later. 0 Each'), 'the text is here');
});
