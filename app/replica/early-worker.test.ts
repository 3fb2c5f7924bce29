import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { isInitMessage } from '../../sync/protocol/init-message';
import { beginWorker, earlyWorkerScript, takeEarlyWorker } from './early-worker';

class FakeWorker {
  readonly heard: unknown[] = [];
  onerror: ((event: { message: string }) => void) | null = null;
  ended = false;
  constructor(
    readonly url = '',
    readonly options: unknown = null,
  ) {}
  postMessage(message: unknown): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
}
const page = (cookie: string) => ({
  window: {} as { satchelReplica?: Worker },
  document: { cookie },
  localStorage: { theme: 'dark', 'copy:c1-u1': '{"at":1}' },
  location: { pathname: '/project/p1' },
  Worker: FakeWorker,
});
const early = (of: ReturnType<typeof page>): FakeWorker => of.window.satchelReplica as unknown as FakeWorker;

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the document's script starts the worker of its build and sends the page's message", () => {
  const first = page('lang=en; freshSession=1');
  runInNewContext(earlyWorkerScript('/assets/replica.worker-12345678.js'), first);
  expect(early(first)).toMatchObject({
    url: '/assets/replica.worker-12345678.js',
    options: { type: 'module', name: 'satchel-replica' },
  });
  const [said] = early(first).heard;
  expect(isInitMessage(said)).toBe(true);
  expect(said).toEqual({
    begin: { refresh: true, lossCounters: { 'copy:c1-u1': '{"at":1}' }, pathname: '/project/p1' },
  });
  expect(first.document.cookie).toBe('freshSession=; path=/; max-age=0');

  const later = page('lang=en; freshSession=1');
  for (const [name, value] of Object.entries(later)) vi.stubGlobal(name, value);
  const worker = new FakeWorker();
  beginWorker(worker);
  expect(worker.heard).toEqual(early(first).heard);
});

test('the page takes it over once; not one that could not start, but one with an error of its own', () => {
  for (const [message, taken] of [
    [null, true],
    ['', false],
    ['TypeError', true],
  ] as const) {
    const here = page('');
    runInNewContext(earlyWorkerScript('/assets/replica.worker-12345678.js'), here);
    vi.stubGlobal('window', here.window);
    const worker = early(here);
    if (message !== null) worker.onerror!({ message });
    expect(takeEarlyWorker() === (worker as unknown), String(message)).toBe(taken);
    expect(worker.ended).toBe(!taken);
    expect(takeEarlyWorker()).toBeUndefined();
  }
});

test('a browser without module workers, or without storage, starts nothing and breaks nothing', () => {
  const none = { ...page(''), Worker: undefined };
  runInNewContext(earlyWorkerScript('/assets/replica.worker-12345678.js'), none);
  expect(none.window.satchelReplica).toBeUndefined();
  const forbidden = Object.defineProperty(page(''), 'localStorage', {
    get() {
      throw new Error('SecurityError');
    },
  });
  runInNewContext(earlyWorkerScript('/assets/replica.worker-12345678.js'), forbidden);
  expect(early(forbidden).heard).toEqual([{ begin: { refresh: false, lossCounters: {}, pathname: '/project/p1' } }]);
});
