import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../model/limits';
import { levelsOf } from '../../model/peaks';
import { DeviceDatabase } from '../storage/device-database';
import { newDataKey, Vault } from '../storage/sealing/vault';
import type { EncoderEvent } from './encoder-api';
import { RECORDING_RATE, RecordingSession, type Mp3Stream } from './recording-session';

let db: DeviceDatabase;
let now: number;
/** offset of the wall clock */
let wallAhead: number;
let events: EncoderEvent[];
/** Fake encoder: one byte for each 36 ms, the duration of an MP3 frame. */
function frames(): Mp3Stream {
  let pending = 0;
  return {
    encode([samples]) {
      pending += samples!.length;
      const full = Math.floor(pending / 576);
      pending -= full * 576;
      return new Uint8Array(full);
    },
    flush: () => new Uint8Array(1),
  };
}
const begin = (source: 'microphone' | 'both' = 'microphone'): Promise<RecordingSession> =>
  RecordingSession.begin(
    {
      db,
      mp3: frames(),
      clocks: { monotonic: () => now, wall: () => now + wallAhead },
      onEvent: (event) => events.push(event),
    },
    { id: 'r1', meetingId: 'm1', fileName: 'x.mp3', language: 'en', source },
  );
/** Feeds sound at 16 kHz, in blocks of 100 ms by default. */
function feedSound(session: RecordingSession, seconds: number, value = 0.1, blockMs = 100): void {
  const block = new Float32Array((RECORDING_RATE * blockMs) / 1000).fill(value);
  for (let t = 0; t < seconds * 1000; t += blockMs) {
    now += blockMs;
    session.feed([block], RECORDING_RATE);
  }
}
const of = <T extends EncoderEvent['type']>(type: T): Extract<EncoderEvent, { type: T }>[] =>
  events.filter((e): e is Extract<EncoderEvent, { type: T }> => e.type === type);

beforeEach(async () => {
  db = new DeviceDatabase('test', new Vault(await newDataKey()), { indexedDB: new IDBFactory(), IDBKeyRange });
  now = 1_790_000_000_000;
  wallAhead = 0;
  events = [];
});

describe('RecordingSession', () => {
  it('writes a durable row before any sound, and then one every three seconds', async () => {
    const session = await begin();
    expect(await db.recordings.get('r1')).toMatchObject({ state: 'recording', chunks: 0 });
    await session.resume();
    feedSound(session, 10);
    const done = await session.stop();
    expect(done).toMatchObject({ state: 'stopped', transfer: 'queued', chunks: 4, gaps: [] });
    expect(done.capturedMs).toBeCloseTo(10_000, -1);
    expect((await db.chunks.rows.toArray()).map((c) => Math.round(c.durationMs))).toEqual([3000, 3000, 3000, 1000]);
    expect(of('ended')).toMatchObject([{ reason: 'person' }]);
  });

  it('keeps the peaks of its sound with each row', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4, 0.25);
    await session.pause('person');
    expect(levelsOf((await db.recordings.get('r1'))!.peaks!)).toHaveLength(40);
    await session.resume();
    feedSound(session, 2, 0);
    const { peaks } = await session.stop();
    const levels = levelsOf(peaks!);
    expect([peaks!.everyMs, levels.length]).toEqual([100, 60]);
    expect(levels[20]).toBeCloseTo(0.5, 2);
    expect(levels[50]).toBe(0);
    // the loudness of a room is content
    expect('peaks' in (await db.recordings.rows.get('r1'))!).toBe(false);
  });

  it('measures two channels on their own, and reports which of them is silent', async () => {
    const session = await begin('both');
    await session.resume();
    const [loud, quiet] = [new Float32Array(1600).fill(0.5), new Float32Array(1600)];
    const feed = (seconds: number, block: Float32Array[]): void => {
      for (let t = 0; t < seconds * 10; t += 1) {
        now += 100;
        session.feed(block, RECORDING_RATE);
      }
    };
    feed(LIMITS.silenceWarning + 1, [loud, quiet]);
    expect(
      of('level')
        .at(-1)!
        .levels.map(({ rms }) => rms),
    ).toEqual([0.5, 0]);
    expect(of('silence').at(-1)).toEqual({ type: 'silence', silent: [false, true] });
    feed(1, [loud, loud]);
    expect(of('silence').at(-1)).toEqual({ type: 'silence', silent: [false, false] });
    expect((await session.stop()).source).toBe('both');
  });

  it('writes buffered sound on pause, and records nothing until resume', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    await session.pause('person');
    expect(await db.recordings.get('r1')).toMatchObject({ state: 'paused', chunks: 2, capturedMs: 4000 });
    feedSound(session, 30);
    await session.resume();
    feedSound(session, 2);
    const done = await session.stop();
    expect(done.capturedMs).toBe(6000);
    expect(done.gaps).toEqual([]);
  });

  it.each(['pause', 'stop'] as const)('%s waits for delayed sound that was made before', async (how) => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    now += 700;
    const done = how === 'stop' ? session.stop() : session.pause('person');
    const held = new Float32Array(RECORDING_RATE / 10).fill(0.1);
    for (let n = 0; n < 7; n += 1) session.feed([held], RECORDING_RATE);
    await done;
    expect(session.recording.capturedMs).toBe(4700);
    expect(await db.recordings.get('r1')).toMatchObject({
      capturedMs: 4700,
      state: how === 'stop' ? 'stopped' : 'paused',
      gaps: [],
    });
  });

  it('leaves out queued sound of a pause, and takes all sound from before it', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    /** Feeds sound that was captured in a span of the past, as a busy worker reads it from its queue. */
    const feedQueued = (fromMs: number, untilMs: number): void => {
      const block = new Float32Array(RECORDING_RATE / 10).fill(0.1);
      for (let at = fromMs + 100; at <= untilMs; at += 100) session.feed([block], RECORDING_RATE, at);
    };
    const pausedAt = now + 3000;
    now = pausedAt;
    feedQueued(pausedAt - 3000, pausedAt - 2500);
    const paused = session.pause('person');
    now += 2000;
    feedQueued(pausedAt - 2500, now);
    await paused;
    expect(session.recording.capturedMs).toBe(7000);
    now += 60_000;
    await session.resume();
    const resumedAt = now;
    now += 1000;
    feedQueued(resumedAt - 5000, now);
    const { capturedMs, wallMs, gaps } = await session.stop();
    expect([capturedMs, wallMs, gaps]).toEqual([8000, 8000, []]);
  });

  it('keeps sound of an input that was opened before the worker started, and of one opened again', async () => {
    // the clock of a worker starts with the worker
    now = 200;
    const session = await begin();
    const block = new Float32Array(RECORDING_RATE / 10).fill(0.1);
    await session.resume('keep');
    for (let at = -1800; at <= now; at += 100) session.feed([block], RECORDING_RATE, at);
    await session.pause('inputLost');
    now += 9000;
    await session.resume('keep');
    for (let at = now - 900; at <= now; at += 100) session.feed([block], RECORDING_RATE, at);
    const { capturedMs, wallMs, gaps } = await session.stop();
    expect([capturedMs, wallMs, gaps]).toEqual([3100, 3100, []]);
  });

  it('stop does not wait for lost sound, and reports it', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    now += 700;
    const { capturedMs, gaps } = await session.stop();
    expect([capturedMs, gaps]).toEqual([4000, [{ atMs: 4000, lostMs: 700 }]]);
    expect(of('gap')).toHaveLength(1);
  });

  it('does not take the wait of a pause for a lost input', async () => {
    const session = await begin();
    await session.resume();
    session.feed([new Float32Array(1600)], RECORDING_RATE, now);
    now += 3000;
    const paused = session.pause('person');
    for (let s = 0; s < 6; s += 1) session.checkInput();
    session.feed([new Float32Array(1600)], RECORDING_RATE, now);
    await paused;
    expect(of('paused')).toEqual([{ type: 'paused', reason: 'person' }]);
    await session.stop();
  });

  it('reports silence after 20 s, and its end', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 21, 0);
    feedSound(session, 1);
    expect(of('silence').map((e) => e.silent)).toEqual([[true], [false]]);
    await session.stop();
  });

  it('pauses when the input is silent for four seconds', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 2);
    for (let s = 0; s < 6; s += 1) session.checkInput();
    expect(of('paused')).toEqual([{ type: 'paused', reason: 'inputLost' }]);
    expect((await session.stop()).capturedMs).toBe(2000);
  });

  it('warns at 6600 s and stops at 7200 s', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, LIMITS.recording.warnAt - 1, 0.1, 1000);
    expect(of('nearEnd')).toHaveLength(0);
    feedSound(session, 2);
    expect(of('nearEnd')).toHaveLength(1);
    feedSound(session, 700, 0.1, 1000);
    const done = await session.stop();
    expect(of('ended')).toMatchObject([{ reason: 'limit' }]);
    expect(done.capturedMs).toBe(LIMITS.recording.max * 1000);
  });

  it('the end time is the start plus the elapsed time, pauses included, even if the clock was set back', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    await session.pause('person');
    now += 60_000;
    wallAhead = -3_600_000;
    await session.resume();
    feedSound(session, 1);
    const { startedAt, endedAt } = await session.stop();
    expect(endedAt - startedAt).toBe(65_000);
  });

  it('says when the first sound after each resumption has arrived, or that none has', async () => {
    const session = await begin();
    expect(await session.hasSound()).toBe(false);
    await session.resume();
    const first = session.hasSound();
    feedSound(session, 1);
    expect(await first).toBe(true);
    await session.pause('person');
    await session.resume();
    const second = session.hasSound();
    await session.inputEnded();
    expect(await second).toBe(false);
    await session.resume();
    const third = session.hasSound();
    await session.stop();
    expect(await third).toBe(false);
  });

  it('stopping before any sound leaves nothing to upload', async () => {
    const session = await begin();
    await session.resume();
    expect(await session.stop()).toMatchObject({ bytes: 0, capturedMs: 0 });
    expect(of('ended')).toMatchObject([{ reason: 'person' }]);
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });

  it('writes everything again if the database is deleted while recording', async () => {
    const indexedDB = new IDBFactory();
    const vault = new Vault(await newDataKey());
    let session: RecordingSession | null = null;
    const open = async (): Promise<DeviceDatabase> => {
      db = new DeviceDatabase('deleted', vault, { indexedDB, IDBKeyRange }, () => void session?.databaseDeleted());
      return db;
    };
    session = await RecordingSession.begin(
      {
        db: await open(),
        reopen: open,
        mp3: frames(),
        clocks: { monotonic: () => now, wall: () => now },
        onEvent: (event) => events.push(event),
      },
      { id: 'r1', meetingId: 'm1', fileName: 'x.mp3', language: 'en', source: 'microphone' },
    );
    await session.resume();
    feedSound(session, 6);
    await expect.poll(() => db.chunks.count()).toBe(2);
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('deleted');
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error!);
    });
    // It does not wait for the next row.
    await expect.poll(() => db.chunks.count().catch(() => 0)).toBe(2);
    feedSound(session, 3);
    const { sha256, chunks, capturedMs } = await session.stop();
    expect([chunks, capturedMs, of('ended')[0]!.reason]).toEqual([4, 9_000, 'person']);
    expect(sha256).not.toBe('');
    expect(await db.recordings.get('r1')).toMatchObject({ state: 'stopped', chunks: 4, sha256 });
    expect((await db.chunks.all()).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  it('stops when the disk is full, preserves written rows and reports it', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 3);
    await session.pause('person');
    await session.resume();
    db.chunks.rows.add = (() =>
      Promise.reject(
        Object.assign(new Error('full'), { name: 'QuotaExceededError' }),
      )) as unknown as typeof db.chunks.rows.add;
    feedSound(session, 3);
    const done = await session.stop();
    expect(done).toMatchObject({ state: 'stopped', transfer: 'queued', chunks: 1, capturedMs: 3000 });
    expect(of('ended')).toMatchObject([{ reason: 'storageFull' }]);
  });

  it('reports and stores the gap of a machine that slept', async () => {
    const session = await begin();
    await session.resume();
    feedSound(session, 4);
    now += 45_000;
    feedSound(session, 4);
    const done = await session.stop();
    expect(done.gaps).toHaveLength(1);
    expect(Math.round(done.gaps[0]!.lostMs / 1000)).toBe(45);
    expect(done.wallMs - done.capturedMs).toBeGreaterThan(44_000);
  });
});
