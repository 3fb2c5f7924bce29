/**
 * Encodes one recording and writes it to the device database, off the main thread. The page terminates the worker when
 * the recording has ended.
 */
import { expose, transferHandlers, type TransferHandler } from 'comlink';
import { toPlainError } from '../sync/protocol/error-transfer';
import { CallError } from '../sync/protocol/errors';
import { within } from '../sync/protocol/time-limit';
import { DeviceDatabase, deviceDatabaseName } from '../sync/engine/storage/device-database';
import { recordingLock } from '../sync/engine/storage/device-rows';
import { RECORDER_LOCK, type EncoderApi, type EncoderEvent } from '../sync/engine/recording/encoder-api';
import { isQuotaError } from '../sync/engine/storage/quota';
import { channelsOf, RecordingSession } from '../sync/engine/recording/recording-session';
import { accountKey } from '../sync/engine/storage/account-key';
import { broadcastChannel } from '../sync/engine/storage/broadcast';
import { askPeers } from '../sync/engine/account/lock/peers';
import { KeyStore } from '../sync/engine/storage/sealing/keys';
import type { Vault } from '../sync/engine/storage/sealing/vault';
import { readSource } from './encoder/capture';
import { createMp3 } from './encoder/mp3';

/** milliseconds to wait for the lock: another window may hold it briefly to probe it */
const LOCK_WAIT_MS = 500;

let session: RecordingSession | null = null;
let reading: AbortController | null = null;
let release: () => void = () => undefined;

/** Acquires a lock until `release`; false if it is taken. */
async function acquire(name: string): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    within(LOCK_WAIT_MS, undefined, (signal) =>
      navigator.locks.request(name, { signal }, () => {
        resolve(true);
        return new Promise<void>((done) => {
          const before = release;
          release = () => {
            before();
            done();
          };
        });
      }),
    ).catch(() => resolve(false));
  });
}

function releaseAll(): void {
  reading?.abort();
  reading = null;
  release();
  release = () => undefined;
}

// A thrown error is serialised as plain data with its code; app/replica/client reads it.
const thrown = transferHandlers.get('throw') as TransferHandler<{ value: unknown }, unknown>;
transferHandlers.set('throw', {
  ...thrown,
  serialize: ({ value }) => [{ isError: false, value: toPlainError(value) }, []],
});

/**
 * Opens the vault. If the device is locked on disk, the key comes from the memory of a replica worker. Throws
 * DEVICE_LOCKED.
 */
async function openedVault(userId: string, companyId: string): Promise<Vault> {
  const keys = new KeyStore('', userId, companyId, {});
  return keys.openVault().catch(async (error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'DEVICE_LOCKED') throw error;
    return keys.openVault(await askPeers(broadcastChannel, accountKey(userId, companyId)));
  });
}

function running(): RecordingSession {
  if (!session) throw new CallError('MEETING_STATUS_INVALID');
  return session;
}

const api: EncoderApi = {
  async start(input, onEvent) {
    if (session || !(await acquire(RECORDER_LOCK))) throw new CallError('MEETING_ALREADY_STARTED');
    await acquire(recordingLock(input.recordingId));
    const { userId, companyId, recordingId, meetingId, fileName, language, source } = input;
    try {
      const open = async (): Promise<DeviceDatabase> =>
        new DeviceDatabase(
          deviceDatabaseName(userId, companyId),
          await openedVault(userId, companyId),
          {},
          () => void session?.databaseDeleted(),
        );
      const emit = (event: EncoderEvent): void => {
        onEvent(event);
        if (event.type === 'ended') releaseAll();
      };
      const clocks = { monotonic: () => performance.now(), wall: () => Date.now() };
      session = await RecordingSession.begin(
        { db: await open(), reopen: open, mp3: createMp3(channelsOf(source)), clocks, onEvent: emit },
        { id: recordingId, meetingId, fileName, language, source },
      );
      setInterval(() => session?.checkInput(), 1000);
      return session.recording.startedAt;
    } catch (error) {
      releaseAll();
      throw isQuotaError(error) ? new CallError('DEVICE_STORAGE_FULL', { cause: error }) : error;
    }
  },
  async attach(source) {
    const current = running();
    reading?.abort();
    reading = new AbortController();
    readSource(
      source,
      channelsOf(current.recording.source),
      reading.signal,
      (block, rate, at) => current.feed(block, rate, at),
      () => void current.inputEnded(),
    );
    await current.resume('keep');
    return current.hasSound();
  },
  pause: (reason) => running().pause(reason),
  async resume() {
    const current = running();
    await current.resume();
    return current.hasSound();
  },
  stop: () => running().stop(),
};

expose(api);
