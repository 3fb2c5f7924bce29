/** Updates of the meeting by a recording, with input and worker in memory. */
import { expose } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EncoderApi, EncoderEvent } from '../../../sync/engine/recording/encoder-api';
import type { LocalRecording } from '../../../sync/engine/storage/device-rows';
import { CaptureError } from './capture';
import { Recorder, type RecorderParts } from './recorder';

const openCapture = vi.fn<NonNullable<RecorderParts['openCapture']>>();

const STARTED_AT = 1_790_000_000_000;
const recorded = {
  startedAt: STARTED_AT,
  endedAt: STARTED_AT + 700,
  bytes: 9,
  capturedMs: 700,
  gaps: [],
} as unknown as LocalRecording;
let said: (event: EncoderEvent) => void = () => undefined;
let start: EncoderApi['start'];
let attach: EncoderApi['attach'];

function worker(): Worker {
  const { port1, port2 } = new MessageChannel();
  const api: EncoderApi = {
    start: async (input, onEvent) => {
      said = onEvent;
      return start(input, onEvent);
    },
    attach: (source) => attach(source),
    pause: async () => undefined,
    resume: async () => true,
    stop: async () => {
      said({ type: 'ended', reason: 'person', recording: recorded });
      return recorded;
    },
  };
  expose(api, port2 as never);
  return Object.assign(port1, {
    terminate: () => {
      port1.close();
      port2.close();
    },
  }) as unknown as Worker;
}

const told: object[] = [];
const meeting = { create: vi.fn(async () => undefined), remove: vi.fn(async () => undefined) };
const parts: RecorderParts = {
  account: async () => ({ userId: 'u', companyId: 'c' }),
  updateMeeting: async (patch) => {
    told.push(patch);
  },
  onAttention: () => undefined,
  onResumed: vi.fn(),
  onGap: () => undefined,
  createWorker: worker,
  openCapture,
  keepAwake: () => () => undefined,
};
const options = {
  meetingId: 'm',
  newMeeting: meeting,
  title: 'Weekly',
  language: 'en',
  source: 'microphone' as const,
  fileName: 'w.mp3',
};

beforeEach(() => {
  told.length = 0;
  vi.clearAllMocks();
  start = async () => STARTED_AT;
  attach = async () => true;
  openCapture.mockImplementation(async () => {
    const { port1: port } = new MessageChannel();
    return {
      source: { kind: 'port', port, rate: 48_000 },
      transfer: [port],
      setEnabled: () => undefined,
      close: () => undefined,
    } as never;
  });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a denied microphone leaves no meeting', async () => {
  openCapture.mockRejectedValue(new CaptureError('micDenied'));
  const recorder = new Recorder(parts);
  expect(await recorder.start(options)).toBe(false);
  expect(recorder.state.get()).toMatchObject({ phase: 'failed', code: 'micDenied' });
  expect([meeting.create.mock.calls.length, told]).toEqual([0, []]);
});

test('it counts as recording from the first sound on', async () => {
  let settle: (hasSound: boolean) => void = () => undefined;
  const attached = new Promise<void>((resolve) => {
    attach = () => {
      resolve();
      return new Promise<boolean>((sound) => {
        settle = sound;
      });
    };
  });
  const recorder = new Recorder(parts);
  const started = recorder.start(options);
  await attached;
  expect(recorder.state.get()).toMatchObject({ phase: 'starting' });
  settle(true);
  expect(await started).toBe(true);
  expect(recorder.state.get()).toMatchObject({ phase: 'recording' });
});

test('a microphone without sound pauses the recording, also while it resumes', async () => {
  attach = async () => {
    said({ type: 'paused', reason: 'inputLost' });
    return false;
  };
  const recorder = new Recorder(parts);
  expect(await recorder.start(options)).toBe(true);
  expect(recorder.state.get()).toMatchObject({ phase: 'paused', by: 'inputLost' });
  expect(await recorder.resume()).toBeNull();
  expect(recorder.state.get()).toMatchObject({ phase: 'paused', by: 'inputLost' });
  expect(parts.onResumed).not.toHaveBeenCalled();
  attach = async () => true;
  expect(await recorder.resume()).toBeNull();
  expect(parts.onResumed).toHaveBeenCalledOnce();
  expect(recorder.state.get()).toMatchObject({ phase: 'recording' });
  await expect.poll(() => told.at(-1)).toEqual({ id: 'm', status: 'recording' });
  expect(told).toContainEqual({ id: 'm', status: 'recording', actualStartAt: STARTED_AT });
  await recorder.stop();
});

test('a recording that cannot be written deletes its new meeting', async () => {
  start = () => Promise.reject(Object.assign(new Error('full'), { code: 'DEVICE_STORAGE_FULL' }));
  const recorder = new Recorder(parts);
  expect(await recorder.start(options)).toBe(false);
  expect([meeting.create.mock.calls.length, meeting.remove.mock.calls.length]).toEqual([1, 1]);
});

test('a start without the recording’s script fails, and leaves no meeting', async () => {
  const missing = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined });
  const createWorker = () => {
    // as a browser does when it cannot load a worker's script
    queueMicrotask(() => missing.dispatchEvent(new Event('error')));
    return missing as unknown as Worker;
  };
  const recorder = new Recorder({ ...parts, createWorker });
  expect(await recorder.start(options)).toBe(false);
  expect(recorder.state.get()).toMatchObject({ phase: 'failed', code: 'unknown' });
  expect(meeting.remove).toHaveBeenCalledOnce();
});

test('the meeting gets the measured times, in order, not those of the clock at the update', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(STARTED_AT - 3_600_000);
  const recorder = new Recorder(parts);
  expect(await recorder.start(options)).toBe(true);
  await recorder.stop();
  await expect
    .poll(() => told)
    .toEqual([
      { id: 'm', status: 'recording', actualStartAt: STARTED_AT },
      { id: 'm', status: 'ended', actualStartAt: STARTED_AT, actualEndAt: STARTED_AT + 700 },
    ]);
  vi.restoreAllMocks();
});
