import { describe, expect, it } from 'vitest';
import { createReloadGuard, isStaleBundleError, REFRESHED_KEY, RELOAD_DELAY, RESET_DELAY } from './reload-guard';

/** A browser tab whose pages share a session storage and a clock. */
function tab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => void stored.set(k, v),
    removeItem: (k: string) => void stored.delete(k),
  };
  let due: { at: number; work: () => void }[] = [];
  let now = 0;
  let reloads = 0;
  let busy = false;
  const open = () =>
    createReloadGuard({
      storage,
      reload: () => {
        reloads += 1;
        due = [];
      },
      later: (ms, work) => due.push({ at: now + ms, work }),
      busy: () => busy,
    });
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = due.filter((d) => d.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      due = due.filter((d) => d !== next);
      next.work();
    }
    now = end;
  };
  return {
    open,
    pass,
    stored,
    setBusy: (b: boolean) => {
      busy = b;
    },
    get reloads() {
      return reloads;
    },
  };
}

describe('stale-bundle recovery', () => {
  it('reloads one second after the failure', () => {
    const t = tab();
    t.open().failed();
    t.pass(RELOAD_DELAY - 1);
    expect(t.reloads).toBe(0);
    t.pass(1);
    expect(t.reloads).toBe(1);
    expect(t.stored.get(REFRESHED_KEY)).toBe('1');
  });
  it('reloads at most twice', () => {
    const t = tab();
    for (let i = 0; i < 5; i += 1) {
      const page = t.open();
      page.loaded();
      page.failed();
      t.pass(RELOAD_DELAY);
    }
    expect(t.reloads).toBe(2);
  });
  it('resets the count two seconds after a successful load', () => {
    const t = tab();
    t.stored.set(REFRESHED_KEY, '2');
    const page = t.open();
    page.loaded();
    expect(page.failed()).toBe(false);
    t.pass(RESET_DELAY);
    expect(t.stored.get(REFRESHED_KEY)).toBe('2');
    t.open().loaded();
    t.pass(RESET_DELAY);
    expect(t.stored.has(REFRESHED_KEY)).toBe(false);
  });
  it('never reloads while work would be lost, even if it starts during the second of waiting', () => {
    const t = tab();
    t.setBusy(true);
    expect(t.open().failed()).toBe(false);
    t.setBusy(false);
    t.open().failed();
    t.setBusy(true);
    t.pass(RELOAD_DELAY);
    expect(t.reloads).toBe(0);
  });
  it('many failures of one page cause one reload', () => {
    const t = tab();
    const page = t.open();
    for (let i = 0; i < 10; i += 1) page.failed();
    t.pass(RELOAD_DELAY * 3);
    expect(t.reloads).toBe(1);
  });
});

it("recognises browsers' errors of a missing module", () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://x/assets/a.js',
    'Importing a module script failed.',
    'error loading dynamically imported module',
    'Unable to preload CSS for /assets/a.css',
    `Expected a JavaScript-or-Wasm module script but the server responded with a MIME type of "text/html".`,
    `'text/html' is not a valid JavaScript MIME type.`,
  ]) {
    expect(isStaleBundleError(new Error(message)), message).toBe(true);
  }
  expect(isStaleBundleError(new Error('x is undefined'))).toBe(false);
  expect(isStaleBundleError(undefined)).toBe(false);
});
