/** A real server, and browsers of its people with unsynced work to hand over. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { handoverCalls } from '../../server/organization/handover/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { drawDemoPicture } from '../../server/core/notes/demo/picture';
import { textOfState } from '../../sync/merge/note-text';
import { fromBase64 } from '../../sync/merge/yjs';
import { createClient, type Call } from '../../sync/protocol/client';
import { PASSWORD, serveCompanies, type Person } from './company-server';
import { cookieFetch } from './cookie-fetch';
import { engineDevice, synced, until, type DeviceSetup, type EngineDevice } from './engine-device';
import { typed } from './typing';

export const PIN = '480273';
export const SOUND = Buffer.concat([
  Buffer.from('RIFF\0\0\0\0WAVEfmt '),
  Buffer.alloc(28),
  Buffer.from('pcm'.repeat(500_000)),
]);

export const PICTURE = Buffer.from(drawDemoPicture().bytes);

export interface Browser {
  device: EngineDevice;
  call: Call;
  line: {
    cut: boolean | RegExp;
    /** delays matching answers until the promise resolves */ held: { path: RegExp; until: Promise<void> } | null;
  };
  sessionId: string;
  seen: string[];
}

export const text = (state: string): string => textOfState(fromBase64(state));
export const left = async ({ indexedDB }: EngineDevice): Promise<string[]> =>
  (await indexedDB.databases()).map((d) => d.name!).filter((name) => !name.endsWith('satchel-accounts'));
export const write = async ({ api }: EngineDevice, id: string, words: string): Promise<void> => {
  const open = await api.openText(id, () => {});
  await open.append(typed(open.state, words).update);
  await open.close();
};
export const erased = (device: EngineDevice) => until(device.api, { kind: 'lock' }, (lock) => lock.state === 'erased');
export const waitingFor = async ({ call }: Browser) => (await call(handoverCalls.list, {})).handovers;

/** Unsynced work of a device: an edit, a new note with text and an image, text in an old note, a deletion, a recording. */
export async function workOffline(
  { device, line }: Browser,
  title = 'Harbour',
): Promise<{
  projectId: string;
  oldId: string;
  goneId: string;
  newId: string;
  meetingId: string;
  recordingId: string;
  imageId: string;
}> {
  const { api } = device;
  const { id: projectId } = await api.run('project.create', { title });
  const [{ id: oldId }, { id: goneId }] = [
    await api.run('note.create', { projectId, title: 'Old' }),
    await api.run('note.create', { projectId, title: 'Gone' }),
  ];
  await write(device, oldId, 'before ');
  const { id: meetingId } = await api.run('meeting.create', {
    projectId,
    title: 'Pier',
    type: 'upload',
    language: 'en',
  });
  await synced(api);
  line.cut = true;
  await api.hint('offline');
  await api.run('project.update', { id: projectId, title: 'Harbour, in a tunnel' });
  const { id: made } = await api.run('note.create', { projectId, title: 'Tunnel' });
  await write(device, made, 'written in a tunnel');
  const { id: imageId } = await api.run('image.add', { contentId: made, file: new Blob([PICTURE]) });
  await write(device, oldId, 'added in a tunnel ');
  await api.run('note.delete', { id: goneId });
  const { id: recordingId } = await api.run('recording.import', {
    meetingId,
    file: new Blob([SOUND]),
    fileName: 'pier.wav',
    language: 'en',
  });
  return { projectId, oldId, goneId, newId: made, meetingId, recordingId, imageId };
}

export const online = async ({ device, line }: Browser): Promise<void> => {
  line.cut = false;
  await device.api.hint('online');
};

/** Starts a server for the tests of a file, and closes their browsers after each of them. */
export function openHandoverServer() {
  // fewer PBKDF2 rounds, as in device-lock.integration.ts
  const derived = crypto.subtle.deriveKey.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
    derived({ ...(algorithm as Pbkdf2Params), iterations: 1_000 }, ...rest),
  );

  const server = serveCompanies();
  let devices: EngineDevice[] = [];
  beforeEach(() => {
    devices = [];
  });
  afterEach(async () => {
    for (const device of devices) await device.close();
    expect(devices.flatMap((device) => device.errors)).toEqual([]);
  });

  /** A browser with a signed-in person and a complete replica. */
  async function browser(of: Person, setup: Partial<DeviceSetup> = {}): Promise<Browser> {
    const { origin } = server;
    const fetch = cookieFetch(origin);
    const line: Browser['line'] = { cut: false, held: null };
    const seen: string[] = [];
    const call = createClient({ origin, fetch });
    await call(identityCalls.login, { email: of.email, password: PASSWORD });
    const device = engineDevice({
      origin,
      fetch: async (input, init) => {
        if (line.cut === true || (line.cut instanceof RegExp && line.cut.test(input)))
          return Promise.reject(new TypeError('fetch failed'));
        seen.push(input.slice(origin.length));
        const answer = await fetch(input, init);
        if (line.held?.path.test(input))
          await Promise.race([
            line.held.until,
            new Promise((_, reject) => {
              init?.signal?.addEventListener('abort', reject);
            }),
          ]);
        return answer;
      },
      ...setup,
    });
    devices.push(device);
    await device.api.open({ refresh: true });
    await synced(device.api);
    return { device, call, line, sessionId: (await call(identityCalls.my, {})).sessionId, seen };
  }

  return {
    browser,
    company: server.company,
    get parts() {
      return server.parts;
    },
    get helper() {
      return server.helper;
    },
    get origin() {
      return server.origin;
    },
    get devices() {
      return devices;
    },
  };
}
