/** Recorder steps of end-to-end tests, and inspections of the screen and of the device's data. */
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { LocalRecording } from '../../sync/engine/storage/device-rows';
import { open, text } from './steps';

/** speech of 23 s, played by the microphone */
export const SPOKEN = fileURLToPath(new URL('../fixtures/spoken.wav', import.meta.url));

export const bar = (page: Page, phase: string): Locator => page.locator(`[data-recorder="${phase}"]`);

export const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/**
 * Opens the list of meetings and starts a recording. Returns the time when the screen showed it, in milliseconds since
 * the epoch.
 */
export async function startRecording(page: Page, url: string, language = 'en'): Promise<number> {
  await open(page, url, '/meeting-notes');
  return pressRecord(page, language);
}

/** Presses "Record meeting" and waits until the screen says that it records. Returns the time. */
export async function pressRecord(page: Page, language = 'en'): Promise<number> {
  const button = page.getByRole('button', { name: text('meeting', 'list.record', {}, language) }).first();
  await expect(button).toBeVisible();
  const observed = await page.evaluateHandle(() => ({
    at: new Promise<number>((resolve) => {
      const record = (): void => {
        if (document.querySelector('[data-recorder="recording"]')) {
          observer.disconnect();
          resolve(Date.now());
        }
      };
      const observer = new MutationObserver(record);
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    }),
  }));
  await button.click();
  await expect(bar(page, 'recording')).toBeVisible();
  return observed.evaluate(({ at }) => at);
}

/** Resolves with the shown seconds when the recorder shows at least this many. */
export async function recordedFor(page: Page, atLeast: number): Promise<number> {
  let shown = 0;
  await expect
    .poll(async () => (shown = secondsOf((await page.getByRole('timer').first().textContent()) ?? '0:00')))
    .toBeGreaterThanOrEqual(atLeast);
  return shown;
}

export interface Shown {
  /** null: no recorder on the screen */
  phase: string | null;
  /** milliseconds that the screen reports as saved on this device, in whole seconds */
  safeMs: number;
  /** milliseconds since the epoch */
  at: number;
}

const SAFE = new RegExp(
  text('recorder', 'saved', { time: 'TIME', size: 'SIZE' }).replace('TIME', '([\\d:]+)').replace('SIZE', '.+'),
);

/** The state on screen at this moment. */
export async function shownNow(page: Page): Promise<Shown> {
  const { phase, words, at } = await page.evaluate(() => {
    const recorder = document.querySelector<HTMLElement>('[data-recorder]');
    return { phase: recorder?.dataset['recorder'] ?? null, words: recorder?.textContent ?? '', at: Date.now() };
  });
  const safe = SAFE.exec(words.replaceAll('\u00a0', ' '))?.[1];
  return { phase, safeMs: safe ? secondsOf(safe) * 1000 : 0, at };
}

export interface OnDevice {
  row: LocalRecording;
  /** its rows of audio, in order */
  chunks: { seq: number; durationMs: number; atMs: number; size: number }[];
}

interface Lying extends OnDevice {
  /** bytes of the requested recording */
  sound: number[];
}

/**
 * Recordings of the device database, newest first, decrypted with the account's key as Satchel does; with the bytes of
 * one recording.
 */
function lyingOn(page: Page, soundOf = ''): Promise<Lying[]> {
  return page.evaluate(async (wanted) => {
    const named = async (start: string): Promise<string | undefined> =>
      (await indexedDB.databases()).find((d) => d.name?.startsWith(start))?.name;
    const name = await named('satchel-device-');
    if (!name) return [];
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const keys = await ask(indexedDB.open((await named('satchel-keys-'))!));
    const { key } = (await ask(keys.transaction('keys').objectStore('keys').get('data'))) as { key: CryptoKey };
    keys.close();
    const db = await ask(indexedDB.open(name));
    // one transaction: both stores at one moment
    const both = db.transaction(['recordings', 'chunks']);
    const [rows, sealed] = (await Promise.all([
      ask(both.objectStore('recordings').getAll()),
      ask(both.objectStore('chunks').getAll()),
    ])) as [
      LocalRecording[],
      { recordingId: string; seq: number; durationMs: number; atMs: number; sealed: Uint8Array<ArrayBuffer> }[],
    ];
    db.close();
    const chunks = await Promise.all(
      sealed.map(async ({ sealed: box, ...chunk }) => {
        const additionalData = new TextEncoder().encode(`chunks/${chunk.recordingId}/${chunk.seq}`);
        return {
          ...chunk,
          bytes: new Uint8Array(
            await crypto.subtle.decrypt(
              { name: 'AES-GCM', iv: box.subarray(1, 13), additionalData },
              key,
              box.subarray(13),
            ),
          ),
        };
      }),
    );
    return rows
      .sort((a, b) => b.startedAt - a.startedAt)
      .map((row) => {
        const own = chunks.filter((c) => c.recordingId === row.id).sort((a, b) => a.seq - b.seq);
        return {
          row,
          chunks: own.map(({ seq, durationMs, atMs, bytes }) => ({ seq, durationMs, atMs, size: bytes.byteLength })),
          sound: row.id === wanted ? own.flatMap((c) => [...c.bytes]) : [],
        };
      });
  }, soundOf);
}

/** The stored rows of a table of the device database; what is not encrypted can be read behind a lock, too. */
const storedRows = <T>(page: Page, table: 'recordings' | 'meta'): Promise<T[]> =>
  page.evaluate(async (name) => {
    const ask = <R>(request: IDBRequest<R>): Promise<R> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await ask(
      indexedDB.open((await indexedDB.databases()).find((d) => d.name?.startsWith('satchel-device-'))!.name!),
    );
    const rows = (await ask(db.transaction(name).objectStore(name).getAll())) as T[];
    db.close();
    return rows;
  }, table);

/** Recordings listed in the device database, newest first. */
export async function recordingRows(page: Page): Promise<Pick<LocalRecording, 'id' | 'transfer'>[]> {
  const rows = await storedRows<Pick<LocalRecording, 'id' | 'transfer' | 'startedAt'>>(page, 'recordings');
  return rows.sort((a, b) => b.startedAt - a.startedAt).map(({ id, transfer }) => ({ id, transfer }));
}

/** Whether the device has an unread report that it recovered the recording. */
export const hasRecoveryNotice = async (page: Page, recordingId: string): Promise<boolean> =>
  (await storedRows<{ key: string }>(page, 'meta')).some(({ key }) => key === `recovered:${recordingId}`);

/** Milliseconds without sound that the recorder reported as gaps: a busy machine may lose sound. */
export const reportedMs = ({ gaps }: Pick<LocalRecording, 'gaps'>): number =>
  gaps.reduce((sum, { lostMs }) => sum + lostMs, 0);
/** Milliseconds of a recording, from its first sound on, that have neither sound nor a gap. */
export const unreportedMs = (row: Pick<LocalRecording, 'wallMs' | 'capturedMs' | 'gaps'>): number =>
  row.wallMs - row.capturedMs - reportedMs(row);

/** Stored rows of the recordings in the device database, newest first. */
export const recordingsOn = (page: Page): Promise<OnDevice[]> => lyingOn(page);

/** The audio of a recording on the device. */
export async function soundOn(page: Page, recordingId: string): Promise<Uint8Array> {
  const recording = (await lyingOn(page, recordingId)).find(({ row }) => row.id === recordingId);
  return Uint8Array.from(recording?.sound ?? []);
}

/** The audio of a recording on the server. */
export async function audioOnServer(page: Page, url: string, recordingId: string): Promise<Uint8Array> {
  const ask = () => page.request.get(`${url}/api/core/meeting/recording/${recordingId}/audio`);
  // An expired session is renewed by the app when it next calls the server, not by this request.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      return (await ask()).status();
    })
    .toBe(200);
  return Uint8Array.from(await (await ask()).body());
}
