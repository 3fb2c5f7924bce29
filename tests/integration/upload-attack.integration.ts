/**
 * Uploads of a recording and of a file over a line that cuts at random bytes, answers with errors, pages or nothing, and loses answers of
 * completed requests. `UPLOAD_SEED` repeats a run; `UPLOAD_MB` sets a size, from 100 on with device and server in
 * separate processes.
 */
import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UploadTimeouts } from '../../sync/protocol/uploads';
import { CuttingProxy, type ProxiedRequest } from '../support/cutting-proxy';
import { Attack, stepOf } from '../support/upload-attack';
import { inChild } from '../support/child-end';
import { openUploadDevice, type Recorded, type Sent, type UploadDevice } from '../support/upload-device';
import { openUploadServer, type UploadServer } from '../support/upload-server';

const MB = 1024 * 1024;
const megabytes = Number(process.env['UPLOAD_MB'] ?? 24);
const large = megabytes >= 100;
const seeds = process.env['UPLOAD_SEED']
  ? [Number(process.env['UPLOAD_SEED'])]
  : large
    ? [randomInt(2 ** 31)]
    : [20, 7];
/**
 * Time limits of requests in milliseconds; a finish reads the whole recording. Larger than any duration on a busy
 * machine: a request that times out is repeated and counts as an unplanned fault.
 */
const TIMEOUTS: UploadTimeouts = large
  ? { apply: 2_000, offset: 2_000, part: 5_000, finish: 8_000 }
  : { apply: 2_000, offset: 2_000, part: 3_000, finish: 4_000 };
const RETRY_MIN_MS = 2;
const LIMIT_MS = large ? 600_000 : 300_000;

let uploadServer: UploadServer;
let proxy: CuttingProxy;
let device: UploadDevice;
beforeAll(async () => {
  uploadServer = large ? await inChild<UploadServer>('server', []) : await openUploadServer();
  proxy = await new CuttingProxy(() => uploadServer.url).listen();
  device = large
    ? await inChild<UploadDevice>('device', [proxy.url, TIMEOUTS, RETRY_MIN_MS])
    : await openUploadDevice(proxy.url, TIMEOUTS, RETRY_MIN_MS);
});
afterEach(() => {
  proxy.decide = () => ({ kind: 'pass' });
});
afterAll(async () => {
  const errors = await device?.errors();
  await device?.close();
  await proxy?.close();
  await uploadServer?.close();
  expect(errors).toEqual([]);
});

/** every kind of fault */
const FAULTS = ['409', '500', 'answerCut', 'cut', 'hang', 'html', 'lost', 'reset', 'silent'];

const mebi = (bytes: number): string => `${(bytes / MB).toFixed(1)} MiB`;

describe(`an upload of ${megabytes} MiB over a bad line`, () => {
  for (const [n, seed] of seeds.entries())
    it(
      `arrives whole and once (UPLOAD_SEED=${seed})`,
      async () => {
        const size = megabytes * MB - (seed % 1000);
        const recorded = await device.record({ size, rowBytes: large ? MB : 96 * 1024, seed, unhashed: n === 0 });
        const attack = new Attack(seed, 128, large ? 9 : 5);
        proxy.bodyBytes = 0;
        proxy.done.length = 0;
        proxy.decide = (request) => attack.decide(request);
        await Promise.all([uploadServer.watch(), device.watch()]);
        const began = performance.now();
        await device.queue(recorded);
        const sent = await device.ended(recorded, LIMIT_MS);
        const [onServer, onDevice] = await Promise.all([uploadServer.memory(), device.memory()]);

        const mishaps = proxy.done.filter((done) => done.kind !== 'pass');
        const twice = proxy.bodyBytes - size;
        console.info(
          `seed ${seed}: ${mebi(size)} in ${Math.round(performance.now() - began)} ms, ` +
            `${proxy.done.filter((d) => stepOf(d) === 'part').length} parts, ${mishaps.length} mishaps, ` +
            `${mebi(twice)} sent twice (${((twice / size) * 100).toFixed(2)} %); server ${mebi(onServer.rss)} +${mebi(onServer.moreRss)}; ` +
            `device holds heap +${mebi(onDevice.moreHeap)}, buffers +${mebi(onDevice.moreBuffers)}; rss +${mebi(onDevice.moreRss)}`,
        );

        expect(sent.row).toMatchObject({
          syncState: 'onServer',
          transfer: 'onServer',
          sent: size,
          sha256: recorded.sha256,
        });
        expect(await uploadServer.outcome(recorded.meetingId, recorded.recordingId)).toEqual({
          recordings: [{ id: recorded.recordingId, size, sha256: recorded.sha256 }],
          stored: { size, sha256: recorded.sha256 },
          jobs: 1,
        });
        expect(twice).toBeGreaterThanOrEqual(0);
        expect(twice).toBeLessThan(size * 0.05);
        expect(sent.shown).toEqual([...sent.shown].sort((a, b) => a - b));
        expect(sent.shown.length).toBeGreaterThan(10);
        // the attack took place: answers of each of the three steps were lost after the server had completed them, and
        // every kind of fault occurred
        for (const step of ['apply', 'part', 'finish'] as const)
          expect(
            mishaps.some((m) => m.kind === 'lost' && stepOf(m) === step),
            `${step} lost`,
          ).toBe(true);
        expect([...new Set(mishaps.map((m) => m.kind))].sort()).toEqual(FAULTS);
        if (large) {
          expect(onServer.moreRss).toBeLessThan(64 * MB);
          // expected buffers: a row of 1 MiB, a part of 2.4 MiB and their copies
          expect(onDevice.moreBuffers).toBeLessThan(24 * MB);
          expect(onDevice.moreHeap).toBeLessThan(24 * MB);
        }
      },
      LIMIT_MS + 60_000,
    );
});

describe(`a file of ${megabytes} MiB over a bad line`, () => {
  const [seed] = seeds as [number];
  it(
    `arrives whole and once (UPLOAD_SEED=${seed})`,
    async () => {
      const size = megabytes * MB - (seed % 1000);
      const attack = new Attack(seed, 128, large ? 9 : 5);
      proxy.bodyBytes = 0;
      proxy.done.length = 0;
      // from the first request of the upload on: the project and the file’s row are there first
      proxy.decide = (request) => (stepOf(request) ? attack.decide(request) : { kind: 'pass' });
      const added = await device.addFile({ size, seed });
      const { row, shown } = await device.fileEnded(added, LIMIT_MS);
      const mishaps = proxy.done.filter((done) => done.kind !== 'pass');
      const twice = proxy.bodyBytes - size;
      console.info(
        `file, seed ${seed}: ${mebi(size)}, ${mishaps.length} mishaps, ${mebi(twice)} sent twice (${((twice / size) * 100).toFixed(2)} %)`,
      );
      expect(row).toMatchObject({ state: 'onServer', sent: size });
      expect(await uploadServer.fileOutcome(added.id)).toEqual({ versions: 1, stored: { size, sha256: added.sha256 } });
      expect(twice).toBeGreaterThanOrEqual(0);
      expect(twice).toBeLessThan(size * 0.05);
      expect(shown).toEqual([...shown].sort((a, b) => a - b));
      for (const step of ['apply', 'part', 'finish'] as const)
        expect(
          mishaps.some((m) => m.kind === 'lost' && stepOf(m) === step),
          `${step} lost`,
        ).toBe(true);
      expect([...new Set(mishaps.map((m) => m.kind))].sort()).toEqual(FAULTS);
    },
    LIMIT_MS + 60_000,
  );
});

if (!large)
  describe('a permanently refused recording', () => {
    const SIZE = 3 * MB;
    const refused = async (recorded: Recorded, codes: string[]): Promise<Sent> => {
      const sent = await device.ended(recorded, 60_000);
      expect(sent.row.syncState).toBe('attention');
      expect(codes).toContain(sent.row.lastError?.code);
      expect(await device.hashOf(recorded)).toBe(recorded.sha256);
      return sent;
    };
    /** The line passes some parts and then none, until another event has happened. */
    const stuckAfter = (parts: number): void => {
      let taken = 0;
      proxy.decide = (request: ProxiedRequest) =>
        stepOf(request) === 'part' && (taken += 1) > parts ? { kind: '500' } : { kind: 'pass' };
    };

    it('for its name, before a byte of it is sent', async () => {
      proxy.bodyBytes = 0;
      const recorded = await device.record({ size: SIZE, rowBytes: 64 * 1024, seed: 1, fileName: 'talk.exe' });
      await device.queue(recorded);
      await refused(recorded, ['FILE_TYPE_NOT_SUPPORT']);
      expect(proxy.bodyBytes).toBe(0);
    });

    it('for its content, and the server stores nothing of it', async () => {
      const recorded = await device.record({
        size: SIZE,
        rowBytes: 64 * 1024,
        seed: 2,
        head: '<!doctype html><title>no sound</title>',
      });
      await device.queue(recorded);
      await refused(recorded, ['FILE_TYPE_NOT_SUPPORT']);
      expect(await uploadServer.outcome(recorded.meetingId, recorded.recordingId)).toEqual({
        recordings: [],
        stored: null,
        jobs: 0,
      });
    });

    it('when its meeting was deleted during the upload', async () => {
      const recorded = await device.record({ size: SIZE, rowBytes: 64 * 1024, seed: 3 });
      stuckAfter(3);
      await device.queue(recorded);
      await device.begun(recorded);
      await uploadServer.removeMeeting(recorded.meetingId);
      await refused(recorded, ['MEETING_NOT_FOUND']);
    });

    it('when the person lost access to its project', async () => {
      const projectId = await uploadServer.shareProject();
      await expect.poll(() => device.has('projects', projectId)).toBe(true);
      const recorded = await device.record({ size: SIZE, rowBytes: 64 * 1024, seed: 4, projectId });
      stuckAfter(3);
      await device.queue(recorded);
      await device.begun(recorded);
      await uploadServer.unshareProject(projectId);
      await refused(recorded, ['MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED']);
    });
  });
