/** Refresh for a missing document: the leading tab asks the server immediately, without waiting for a poke. */
import { expect, test, vi } from 'vitest';
import { engineDevice, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';

const suite = engineSuite();

/** Calls pass and event streams do not, as behind some proxies: this device receives no pokes. */
const withoutStream = (input: string, init: RequestInit): Promise<Response> =>
  input.endsWith('/sync/stream') ? Promise.resolve(new Response('', { status: 502 })) : suite.server.fetch(input, init);

const has = async ({ api }: EngineDevice, id: string): Promise<boolean> =>
  (await until(api, { kind: 'one', collection: 'projects', id }, () => true)) !== null;
const make = (id: string): void => suite.server.put('projects', { id, title: 'Made elsewhere', updatedAt: Date.now() });

test('documents created elsewhere are here after a refresh, also in a tab that does not lead', async () => {
  const leader = await suite.device({ fetch: withoutStream });
  await synced(leader.api);
  const tab = engineDevice({
    fetch: withoutStream,
    locks: leader.locks,
    openChannel: leader.openChannel,
    disk: { indexedDB: leader.indexedDB, prefix: leader.prefix },
  });
  suite.devices.push(tab);
  await tab.api.open({ refresh: false });
  await until(tab.api, { kind: 'status' }, (status) => status.connection.state === 'online');
  for (const [device, id] of [
    [leader, 'first'],
    [tab, 'second'],
  ] as const) {
    make(id);
    expect(await has(leader, id)).toBe(false);
    expect(await device.api.refresh()).toBe(true);
    expect(await has(leader, id)).toBe(true);
  }
});

test('a refresh during a running pull is answered by a later pull', async () => {
  let answer = (): void => {};
  let asked = (): void => {};
  let hold = false;
  const device = await suite.device({
    fetch: async (input, init) => {
      const response = await withoutStream(input, init);
      if (hold && /\/sync\/(changes|projects\/pull)$/.test(input)) {
        hold = false;
        await new Promise<void>((resolve) => {
          answer = resolve;
          asked();
        });
      }
      return response;
    },
  });
  await synced(device.api);
  hold = true;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const before = device.api.refresh();
  await isAsked;
  make('late');
  const refreshed = device.api.refresh();
  answer();
  expect(await before).toBe(true);
  expect(await refreshed).toBe(true);
  expect(await has(device, 'late')).toBe(true);
});

test('without the server a refresh fails immediately', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  await until(device.api, { kind: 'status' }, (status) => status.connection.state === 'offline');
  // no timer fires here, so a refresh that waited for its five-second limit would not end
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  try {
    expect(await device.api.refresh()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
