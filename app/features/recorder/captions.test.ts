import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { captionsPlace, startCaptions } from './captions';

let made: FakeRecognition[] = [];
class FakeRecognition extends EventTarget {
  static available?: (options: object) => Promise<string>;
  lang = '';
  processLocally = false;
  starts = 0;
  start = (): void => {
    this.starts += 1;
  };
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

beforeEach(() => {
  made = [];
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete FakeRecognition.available;
});

it('tells where the sound goes', async () => {
  expect(await captionsPlace('ja')).toBe('service');
  FakeRecognition.available = async () => 'available';
  expect(await captionsPlace('ja')).toBe('device');
  // a language that would have to be loaded first
  FakeRecognition.available = async () => 'downloadable';
  expect(await captionsPlace('ja')).toBe('service');
  FakeRecognition.available = () => Promise.reject(new Error('no such language'));
  expect(await captionsPlace('xx')).toBe('service');
  vi.stubGlobal('SpeechRecognition', undefined);
  expect(await captionsPlace('ja')).toBe('none');
});

it('shows words as they are heard, begins again after a pause, and ends on request', () => {
  const onText = vi.fn();
  const onFailed = vi.fn();
  const stop = startCaptions({ language: 'ja', place: 'device', onText, onFailed });
  const [recognition] = made as [FakeRecognition];
  expect([recognition.lang, recognition.processLocally, recognition.starts]).toEqual(['ja', true, 1]);
  recognition.hear(['hello', true], ['wor', false]);
  expect(onText).toHaveBeenLastCalledWith('hello wor');
  recognition.dispatchEvent(new Event('end'));
  expect(recognition.starts).toBe(2);
  recognition.hear(['world', true]);
  expect(onText).toHaveBeenLastCalledWith('hello world');
  stop();
  recognition.dispatchEvent(new Event('end'));
  expect([recognition.starts, recognition.abort.mock.calls.length, onFailed.mock.calls.length]).toEqual([2, 1, 0]);
});

it('tells phrases from words that may still change', () => {
  const heard: string[] = [];
  startCaptions({
    language: 'en',
    place: 'device',
    onText: () => undefined,
    onInterim: (text) => heard.push(`~${text}`),
    onFinal: (text) => heard.push(text),
    onFailed: () => undefined,
  });
  made[0]!.hear(['good mor', false]);
  made[0]!.hear(['good morning', true], ['let', false]);
  expect(heard).toEqual(['~good mor', 'good morning', '~let']);
});

it('gives up without permission, and where the browser ends at once each time', () => {
  const onFailed = vi.fn();
  startCaptions({ language: 'en', place: 'service', onText: () => undefined, onFailed });
  made[0]!.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' }));
  made[0]!.dispatchEvent(new Event('end'));
  expect([onFailed.mock.calls.length, made[0]!.starts, made[0]!.processLocally]).toEqual([1, 1, false]);
  startCaptions({ language: 'en', place: 'service', onText: () => undefined, onFailed });
  for (let n = 0; n < 100; n += 1) made[1]!.dispatchEvent(new Event('end'));
  expect(onFailed).toHaveBeenCalledTimes(2);
  expect(made[1]!.starts).toBeLessThan(30);
});
