/** A device with a meeting on the server, and a recorder's rows on its disk. */
import { IDBKeyRange } from 'fake-indexeddb';
import { DeviceDatabase, deviceDatabaseName } from '../../sync/engine/storage/device-database';
import type { LocalRecording } from '../../sync/engine/storage/device-rows';
import { KeyStore } from '../../sync/engine/storage/sealing/keys';
import { synced, type DeviceSetup, type EngineDevice } from './engine-device';
import type { engineSuite } from './engine-suite';

/** The device database of an account, next to the engine that has it open. */
export async function deviceDatabaseOf(
  { prefix, indexedDB }: EngineDevice,
  userId = 'u1',
  companyId = 'c1',
): Promise<DeviceDatabase> {
  const disk = { indexedDB, IDBKeyRange };
  return new DeviceDatabase(
    prefix + deviceDatabaseName(userId, companyId),
    await new KeyStore(prefix, userId, companyId, disk).openVault(),
    disk,
  );
}

export interface RecordedMeeting {
  device: EngineDevice;
  db: DeviceDatabase;
  meetingId: string;
  /** Writes recording `r1` of three seconds, running by default. */
  record(fields: Partial<LocalRecording>): Promise<void>;
}

export async function recordedMeeting(
  suite: ReturnType<typeof engineSuite>,
  setup: Partial<DeviceSetup> = {},
): Promise<RecordedMeeting> {
  const device = await suite.device(setup);
  const { id: meetingId } = await device.api.run('meeting.create', {
    projectId: '',
    title: 'Standup',
    type: 'record',
    language: 'en',
  });
  await device.api.run('meeting.update', { id: meetingId, status: 'recording' });
  await synced(device.api);
  const db = await deviceDatabaseOf(device);
  const record = async (fields: Partial<LocalRecording>): Promise<void> => {
    await db.chunks.add({ recordingId: 'r1', seq: 0, bytes: new Uint8Array(600), durationMs: 3_000, atMs: 0 });
    await db.recordings.add({
      id: 'r1',
      meetingId,
      state: 'recording',
      transfer: 'local',
      fileName: 'r1.mp3',
      mimeType: 'audio/mpeg',
      language: 'en',
      source: 'microphone',
      startedAt: 1_000,
      endedAt: 0,
      capturedMs: 3_000,
      wallMs: 3_000,
      gaps: [],
      bytes: 600,
      chunks: 1,
      sha256: '',
      ...fields,
    });
  };
  return { device, db, meetingId, record };
}
