/**
 * A device with a recording in its device database that the replica engine sends: the client end of an upload under
 * attack.
 */
// first: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { IDBKeyRange } from 'fake-indexeddb';
import type { LocalFileRow, RecordingRow } from '../../sync/engine/host/api';
import { DeviceDatabase, deviceDatabaseName } from '../../sync/engine/storage/device-database';
import type { UploadTimeouts } from '../../sync/protocol/uploads';
import { recordingBytes } from '../../sync/engine/recording/bytes';
import { KeyStore } from '../../sync/engine/storage/sealing/keys';
import { newId } from '../../sync/model/ids';
import { engineDevice, eventually, FEW, synced, until } from './engine-device';
import { Choices } from './fuzz/random';
import { watchMemory, type MemoryUse } from './memory-use';

export interface RecordingSetup {
  /** bytes */
  size: number;
  /** maximum bytes of a row; each has at least half of it */
  rowBytes: number;
  seed: number;
  fileName?: string;
  /** first bytes; those of a WAV by default */
  head?: string;
  projectId?: string;
  /** without its hash, as an interrupted recording */
  unhashed?: boolean;
}

export interface Recorded {
  meetingId: string;
  recordingId: string;
  sha256: string;
}

export interface AddedFile {
  projectId: string;
  id: string;
  sha256: string;
}

export interface Sent {
  row: RecordingRow;
  /** sent bytes, as outbox and meeting showed them, in order */
  shown: number[];
  attempts: number;
}

export interface UploadDevice {
  /** Creates a meeting and inserts a recording of it into the device database, to be sent at `queue`. */
  record(setup: RecordingSetup): Promise<Recorded>;
  /** Adds a file of noise to a new project; its upload starts immediately. */
  addFile(setup: { size: number; seed: number }): Promise<AddedFile>;
  /** Waits until the file is on the server or needs attention. */
  fileEnded(added: AddedFile, ms: number): Promise<{ row: LocalFileRow; shown: number[] }>;
  queue(recorded: Recorded): Promise<void>;
  has(collection: 'projects' | 'meetings', id: string): Promise<boolean>;
  /** Waits until it is on the server or needs attention. */
  ended(recorded: Recorded, ms: number): Promise<Sent>;
  /** Waits until a part of it was sent. */
  begun(recorded: Recorded): Promise<void>;
  /** The hash of the bytes on the device. */
  hashOf(recorded: Recorded): Promise<string>;
  watch(): Promise<void>;
  memory(): Promise<MemoryUse>;
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openUploadDevice(url: string, timeouts: UploadTimeouts, retryMin: number): Promise<UploadDevice> {
  const device = engineDevice({
    origin: url,
    uploadTimeouts: timeouts,
    retryMin,
    collections: [...FEW, 'projectItems'],
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: 'Bearer ann' } }),
  });
  const { api } = device;
  await api.open({ refresh: true });
  await synced(api);
  const disk = { indexedDB: device.indexedDB, IDBKeyRange };
  const db = new DeviceDatabase(
    device.prefix + deviceDatabaseName('ann', 'c1'),
    await new KeyStore(device.prefix, 'ann', 'c1', disk).openVault(),
    disk,
  );
  const shown = new Map<string, number[]>();
  let memory: ReturnType<typeof watchMemory> | null = null;
  return {
    async record(setup) {
      const { id: meetingId } = await api.run('meeting.create', {
        projectId: setup.projectId ?? '',
        title: `Seed ${setup.seed}`,
        type: 'record',
        language: 'en',
      });
      const recordingId = newId();
      const sha256 = await store(db, meetingId, recordingId, setup);
      await synced(api);
      return { meetingId, recordingId, sha256 };
    },
    async addFile({ size, seed }) {
      const choices = new Choices(seed);
      const noise = Buffer.from(Array.from({ length: 64 * 1024 }, () => choices.below(256)));
      const bytes = Buffer.alloc(size, noise);
      bytes.write('RIFF\0\0\0\0WAVE', 'latin1');
      const { id: projectId } = await api.run('project.create', { title: `Seed ${seed}`, description: '' });
      await synced(api);
      const seen: number[] = [];
      await api.live({ kind: 'files', projectId }, (value) => {
        const [row] = value as LocalFileRow[];
        if (row && seen.at(-1) !== row.sent) seen.push(row.sent);
      });
      const { id } = await api.run('file.add', { projectId, file: new Blob([bytes]), name: 'talk.wav' });
      shown.set(id, seen);
      return { projectId, id, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    async fileEnded({ projectId, id }, ms) {
      const rows = await until(
        api,
        { kind: 'files', projectId },
        (all) => all.some((row) => row.id === id && (row.state === 'onServer' || row.state === 'attention')),
        ms,
      );
      return { row: rows.find((row) => row.id === id)!, shown: shown.get(id)! };
    },
    async queue({ meetingId, recordingId }) {
      const seen: number[] = [];
      shown.set(recordingId, seen);
      await api.live({ kind: 'recordings', meetingId }, (value) => {
        const [row] = value as RecordingRow[];
        if (row && seen.at(-1) !== row.sent) seen.push(row.sent);
      });
      await db.recordings.update(recordingId, { transfer: 'queued' });
    },
    async ended({ meetingId, recordingId }, ms) {
      const [row] = await until(
        api,
        { kind: 'recordings', meetingId },
        ([r]) => r?.syncState === 'onServer' || r?.syncState === 'attention',
        ms,
      );
      return {
        row: row!,
        shown: shown.get(recordingId)!,
        attempts: (await db.uploads.get(recordingId))?.attempts ?? 0,
      };
    },
    async has(collection, id) {
      await api.hint('focus');
      return (await until(api, { kind: 'one', collection, id }, () => true)) !== null;
    },
    begun: async ({ recordingId }) =>
      eventually(async () => ((await db.uploads.get(recordingId))?.sent ?? 0) > 0, 'the first part is on the server'),
    async hashOf({ recordingId }) {
      const hash = createHash('sha256');
      for await (const bytes of recordingBytes(db, recordingId)) hash.update(bytes);
      return hash.digest('hex');
    },
    // Each read of this process's IndexedDB is a copy, as in a browser, but collected at Node's discretion: only
    // retained memory is meaningful for the engine.
    watch: async () => {
      memory = watchMemory({ collect: true });
    },
    memory: async () => memory!.end(),
    errors: async () => device.errors.map(String),
    async close() {
      db.close();
      await device.close();
    },
  };
}

/** Rows of uneven sizes, as the recorder and an import write them. Returns the hash of all. */
async function store(
  db: DeviceDatabase,
  meetingId: string,
  recordingId: string,
  setup: RecordingSetup,
): Promise<string> {
  const choices = new Choices(setup.seed);
  const noise = Uint8Array.from({ length: setup.rowBytes + 4096 }, () => choices.below(256));
  const hash = createHash('sha256');
  let seq = 0;
  for (let at = 0; at < setup.size; seq += 1) {
    const length = Math.min(setup.size - at, (setup.rowBytes >> 1) + choices.below((setup.rowBytes >> 1) + 1));
    const from = choices.below(4096);
    const bytes = noise.slice(from, from + length);
    if (seq === 0) bytes.set(Buffer.from(setup.head ?? 'RIFF\0\0\0\0WAVE', 'latin1'));
    hash.update(bytes);
    await db.chunks.add({ recordingId, seq, bytes, durationMs: 3000, atMs: seq * 3000 });
    at += length;
  }
  const sha256 = hash.digest('hex');
  await db.recordings.add({
    id: recordingId,
    meetingId,
    state: 'stopped',
    transfer: 'local',
    fileName: setup.fileName ?? 'talk.wav',
    mimeType: 'audio/wav',
    language: 'en',
    source: 'microphone',
    startedAt: 1,
    endedAt: 2,
    capturedMs: seq * 3000,
    wallMs: seq * 3000,
    gaps: [],
    bytes: setup.size,
    chunks: seq,
    sha256: setup.unhashed ? '' : sha256,
  });
  return sha256;
}
