import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RECORDER_LOCK } from '../../../sync/engine/recording/encoder-api';
import { Recorder, type RecorderParts } from './recorder';

let held: string[] = [];
let see: () => void = () => undefined;

beforeEach(() => {
  held = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held: held.map((name) => ({ name })) }) } });
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => {
      see = listener;
    },
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The result at the time of a check, not of the request. */
async function looked(recorder: Recorder, expected: boolean): Promise<void> {
  see();
  await expect.poll(() => recorder.elsewhere.get()).toBe(expected);
}

test('a recording that has ended since the last check does not prevent a new one', async () => {
  const recorder = new Recorder({} as RecorderParts);
  const stop = recorder.watch();
  held = [RECORDER_LOCK];
  await looked(recorder, true);
  expect(await recorder.isElsewhere()).toBe(true);
  held = [];
  expect(recorder.elsewhere.get()).toBe(true);
  expect(await recorder.isElsewhere()).toBe(false);
  // a recording that starts again is detected again
  held = [RECORDER_LOCK];
  await looked(recorder, true);
  stop();
});
