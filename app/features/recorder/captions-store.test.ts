/** Live captions that are kept, and those that are not, with the browser's recognition in memory. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CaptionsStore, type CaptionsParts } from './captions-store';
import { Cell } from './cell';
import type { RecorderState } from './machine';
import type { LevelNow } from './recorder';

class FakeRecognition extends EventTarget {
  static available = async (): Promise<string> => 'available';
  start = vi.fn();
  abort = vi.fn();
  constructor() {
    super();
    made.push(this);
  }
  hear(...texts: [string, boolean][]): void {
    const results = texts.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } }));
    this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }));
  }
}

let made: FakeRecognition[];
/** the recognition that runs */
const recognition = (): FakeRecognition => made.at(-1)!;
let recorder: { state: Cell<RecorderState>; level: Cell<LevelNow> };
let captions: CaptionsStore;
const store = vi.fn<CaptionsParts['store']>(async () => undefined);
const keep = vi.fn<CaptionsParts['keep']>();
/** the texts that are on the device */
const kept = (): string[] => keep.mock.calls.at(-1)?.[0].lines.map(({ text }) => text) ?? [];
const running = { phase: 'recording', meetingId: 'm', recordingId: 'r', language: 'en', tooShort: false } as never;
const to = (phase: RecorderState['phase'], more: object = {}): void =>
  recorder.state.set(Object.assign({}, running, { phase }, more));
const at = (capturedMs: number): void => recorder.level.set({ loudness: [], capturedMs });

beforeEach(() => {
  made = [];
  store.mockClear();
  keep.mockClear();
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  recorder = { state: new Cell<RecorderState>(running), level: new Cell<LevelNow>({ loudness: [], capturedMs: 0 }) };
  captions = new CaptionsStore({ recorder, keep, store });
  captions.watch();
});
afterEach(() => vi.unstubAllGlobals());

it('kept lines have their times in the recording, and are stored once when it ends', async () => {
  await captions.turn(true);
  captions.keep(true);
  at(1000);
  recognition().hear(['good mor', false]);
  at(2500);
  recognition().hear(['good morning', true]);
  // on the device before the recording ends, which the end of the browser would prevent
  expect([kept(), keep.mock.lastCall?.[0].recordingId]).toEqual([['good morning'], 'r']);
  at(4000);
  // a pause, and then the end, come before the phrase is final
  recognition().hear(['and then', false]);
  to('paused', { by: 'person' });
  expect(recognition().abort).toHaveBeenCalledOnce();
  to('stopping');
  to('ended', { reason: 'person' });
  expect(store.mock.calls).toEqual([
    [
      {
        meetingId: 'm',
        recordingId: 'r',
        lines: [
          { start: 1000, end: 2500, text: 'good morning' },
          { start: 4000, end: 4000, text: 'and then' },
        ],
      },
    ],
  ]);
  expect(captions.state.get()).toMatchObject({ isOn: false, isKept: false });
  to('idle');
  expect(store).toHaveBeenCalledOnce();
});

it('captions are not stored while the switch is off, and stored ones are deleted when it is turned off', async () => {
  await captions.turn(true);
  recognition().hear(['not for the record', true]);
  captions.keep(true);
  recognition().hear(['for a moment', true]);
  expect(kept()).toEqual(['for a moment']);
  captions.keep(false);
  expect(kept()).toEqual([]);
  recognition().hear(['nor this', true]);
  to('ended', { reason: 'person' });
  expect(store).not.toHaveBeenCalled();
});

it('nothing is stored of a recording that is too short to be transcribed', async () => {
  await captions.turn(true);
  captions.keep(true);
  recognition().hear(['short', true]);
  to('ended', { reason: 'person', tooShort: true });
  expect(store).not.toHaveBeenCalled();
  expect(kept()).toEqual([]);
});

it('captions end with the panel, unless they are kept', async () => {
  await captions.turn(true);
  captions.keep(true);
  captions.leave();
  expect(captions.state.get().isOn).toBe(true);
  captions.keep(false);
  captions.leave();
  expect([captions.state.get().isOn, recognition().abort.mock.calls.length]).toEqual([false, 1]);
});
