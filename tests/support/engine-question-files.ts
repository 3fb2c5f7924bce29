/** Questions with files on devices of the engine: asked offline, and what the device stores of them. */
import type { ReplicaApi } from '../../sync/engine/host/api';
import { ASK as QUESTION, CHAT_KINDS } from './engine-chats';
import { eventually, synced, until, type DeviceSetup, type EngineDevice } from './engine-device';
import { cutOff, Line, type EngineSuite } from './engine-suite';

export const ASK = { ...QUESTION, question: 'What grows on the roof?' };

/** Text of a size that repeats a seed. */
export const text = (bytes: number, seed: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: bytes }, (_, i) => seed.charCodeAt(i % seed.length));
export const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({ file: new Blob([bytes]), name });
type NewFile = ReturnType<typeof file> & { id?: string };
export const ROOF = text(1_200_000, 'roof and ');
export const CELLAR = text(300, 'cellar');

export function questionFilesOn(suite: EngineSuite) {
  /** A device whose network is cut once it is synchronised. */
  const offline = async (setup: Partial<DeviceSetup> = {}): Promise<{ device: EngineDevice; line: Line }> => {
    const line = new Line(() => suite.server);
    const device = await suite.device({ collections: CHAT_KINDS, fetch: line.fetch, ...setup });
    await synced(device.api);
    await cutOff(device, line);
    return { device, line };
  };

  const ask = (api: ReplicaApi, files: NewFile[], input: object = {}) =>
    api.run('chat.ask', { ...ASK, files, ...input });

  const turn = async (api: ReplicaApi, id: string) =>
    (await until(api, { kind: 'one', collection: 'turns', id }, (row) => row !== null))!;

  const sent = (id: string): Promise<void> => eventually(() => suite.server.doc('turns', id) !== null, 'it was sent');

  /** Bytes of files on the device. */
  const bytesHere = async (device: EngineDevice): Promise<number> => (await device.api.storage()).kinds.files;

  const hasNoBytes = (device: EngineDevice): Promise<void> =>
    eventually(async () => (await bytesHere(device)) === 0, 'no bytes are left');

  return { offline, ask, turn, sent, bytesHere, hasNoBytes };
}
