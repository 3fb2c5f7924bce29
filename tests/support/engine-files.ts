/** Files of projects on devices of the engine: for its tests of files. */
import type { ReplicaApi } from '../../sync/engine/host/api';
import type { KindName } from '../../sync/model/kinds';
import { until, type DeviceSetup, type EngineDevice } from './engine-device';
import type { EngineSuite } from './engine-suite';
import { fileItem, serveFile, sha256Of } from './scripted-files';

const KINDS: KindName[] = ['projects', 'projectItems', 'itemTexts'];
/** name of most added files */
export const NAME = 'notes.txt';

/** Text of a size, different for each seed. */
export const text = (bytes: number, seed = 'a'): Uint8Array<ArrayBuffer> => {
  const line = new TextEncoder().encode(`${seed} of the text, again and again\n`);
  return Uint8Array.from({ length: bytes }, (_, i) => line[i % line.length]!);
};
export const file = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

/** Devices with files, and what a person does with them on a device. */
export function filesOn(suite: EngineSuite) {
  const device = (setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> =>
    suite.device({ collections: KINDS, ...setup });

  const project = async (api: ReplicaApi, id = 'p1'): Promise<string> => {
    suite.server.put('projects', {
      id,
      space: `project:${id}`,
      abilities: ['addNote', 'update'],
      title: 'Project',
      ownerId: 'u1',
    });
    await until(api, { kind: 'one', collection: 'projects', id }, (p) => p !== null);
    return id;
  };

  /** A file that another person added, with its bytes. */
  const theirs = async (api: ReplicaApi, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, unknown> = {}) => {
    const id = String(fields['id'] ?? 'f1');
    const shown = { title: 'theirs.txt', size: bytes.length, sha256: sha256Of(bytes) };
    suite.server.put('projectItems', fileItem(id, { ...shown, ...fields }));
    serveFile(suite.server, id, bytes, Number(fields['version'] ?? 1));
    await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item !== null);
    return id;
  };

  /** The hash of what a person would open, or why it cannot be opened. */
  const read = async (api: ReplicaApi, id: string, version?: number): Promise<string> => {
    const found = await api.file(id, version);
    return 'blob' in found ? sha256Of(new Uint8Array(await found.blob.arrayBuffer())) : found.missing;
  };
  const stateOf = async (api: ReplicaApi, id: string, wanted: string) =>
    (await until(api, { kind: 'files' }, (rows) => rows.some((row) => row.id === id && row.state === wanted))).find(
      (row) => row.id === id,
    )!;
  return { device, project, theirs, read, stateOf };
}
