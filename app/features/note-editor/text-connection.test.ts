import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { CallError } from '../../../sync/protocol/errors';
import { BATCH_MS, TextConnection } from './text-connection';

/** A replica that records appended updates, on a manual clock. */
function parts(
  options: {
    fail?: () => boolean;
    prepare?: () => Promise<void>;
    composing?: () => boolean;
    openFails?: () => boolean;
  } = {},
) {
  const doc = new Y.Doc();
  const kept = new Y.Doc();
  const log: string[] = [];
  let appends = 0;
  let last: Uint8Array = new Uint8Array();
  let deliver: (update: Uint8Array) => void = () => undefined;
  const timers: { ms: number; work: () => void }[] = [];
  let time = 1_000;
  const connection = new TextConnection({
    doc,
    open: async (onUpdate) => {
      if (options.openFails?.()) throw new CallError('NOTE_NOT_FOUND');
      log.push('open');
      deliver = onUpdate;
      return {
        state: Y.encodeStateAsUpdate(kept),
        writable: true,
        append: async (update) => {
          await Promise.resolve();
          if (options.fail?.()) throw new CallError('DEVICE_STORAGE_FULL');
          appends += 1;
          last = update;
          Y.applyUpdate(kept, update);
        },
        compact: async () => {
          log.push('compact');
        },
        close: async () => {
          log.push('close');
        },
      };
    },
    ...(options.prepare ? { prepare: options.prepare } : {}),
    ...(options.composing ? { composing: options.composing } : {}),
    now: () => time,
    later: (ms, work) => {
      const timer = { ms, work };
      timers.push(timer);
      return () => {
        timers.splice(timers.indexOf(timer), 1);
      };
    },
  });
  const type = (text: string): void => {
    const t = doc.getText('t');
    t.insert(t.length, text);
  };
  const tick = async (): Promise<number[]> => {
    const due = timers.splice(0);
    for (const { work } of due) work();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
    return due.map((d) => d.ms);
  };
  return {
    doc,
    kept,
    log,
    connection,
    type,
    tick,
    text: () => kept.getText('t').toString(),
    appends: () => appends,
    last: () => last,
    deliver: (u: Uint8Array) => deliver(u),
    timers,
    pass: (ms: number) => {
      time += ms;
    },
  };
}
const unsaved = (c: TextConnection): boolean | null => {
  const s = c.snapshot();
  return s.state === 'open' ? s.unsaved : null;
};

describe('saving during typing', () => {
  it('is unsaved until durable: the first keystroke at once, the next ones in one batch within 100 ms', async () => {
    const p = parts();
    await p.connection.start();
    p.type('a');
    expect(unsaved(p.connection)).toBe(true);
    expect(await p.tick()).toEqual([0]);
    expect(p.text()).toBe('a');
    expect(unsaved(p.connection)).toBe(false);
    p.pass(30);
    p.type('b');
    p.type('c');
    expect(await p.tick()).toEqual([BATCH_MS - 30]);
    expect(p.text()).toBe('abc');
    expect(p.appends()).toBe(2);
  });

  it('keeps all updates through a failure, reports it, and saves them with the next attempt', async () => {
    let full = true;
    const p = parts({ fail: () => full });
    await p.connection.start();
    p.type('a');
    await p.tick();
    expect(p.connection.snapshot()).toMatchObject({ unsaved: true, error: { code: 'DEVICE_STORAGE_FULL' } });
    p.type('b');
    await expect(p.connection.settle()).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' });
    full = false;
    expect((await p.tick())[0]).toBeGreaterThanOrEqual(1_000);
    expect(p.text()).toBe('ab');
    expect(p.connection.snapshot()).toMatchObject({ unsaved: false, exists: true, error: null });
  });

  it('waits for the end of a composition, and holds remote updates until then', async () => {
    let composing = true;
    const p = parts({ composing: () => composing });
    await p.connection.start();
    p.type('か');
    await p.tick();
    expect(p.text()).toBe('');
    expect(unsaved(p.connection)).toBe(true);
    const other = new Y.Doc();
    other.getText('u').insert(0, 'x');
    p.deliver(Y.encodeStateAsUpdate(other));
    expect(p.doc.getText('u').toString()).toBe('');
    composing = false;
    await p.connection.flush();
    expect(p.text()).toBe('か');
    expect(p.doc.getText('u').toString()).toBe('x');
  });

  it('closing saves the rest, compacts it, and then releases the text', async () => {
    const p = parts();
    await p.connection.start();
    p.type('z');
    await p.connection.close();
    expect(p.text()).toBe('z');
    expect(p.log).toEqual(['open', 'compact', 'close']);
    p.type('after');
    expect(p.timers).toHaveLength(0);
  });

  it('does not send remote updates back', async () => {
    const p = parts();
    await p.connection.start();
    const other = new Y.Doc();
    other.getText('t').insert(0, 'theirs');
    p.deliver(Y.encodeStateAsUpdate(other));
    expect(p.doc.getText('t').toString()).toBe('theirs');
    expect(unsaved(p.connection)).toBe(false);
  });
});

describe('a note that does not exist yet', () => {
  it('is created once, with its first edit, and again after a failure', async () => {
    let made = 0;
    let broken = true;
    const p = parts({
      prepare: async () => {
        made += 1;
        if (broken) throw new CallError('NO_PERMISSION');
      },
    });
    await p.connection.start();
    expect(made).toBe(0);
    p.type('a');
    await p.tick();
    expect(p.connection.snapshot()).toMatchObject({ unsaved: true, error: { code: 'NO_PERMISSION' } });
    broken = false;
    await p.tick();
    p.type('b');
    await p.tick();
    expect(made).toBe(2);
    expect(p.text()).toBe('ab');
  });
});

describe('a text that cannot be opened', () => {
  it('reports the reason', async () => {
    const p = parts({ openFails: () => true });
    await p.connection.start();
    expect(p.connection.snapshot()).toEqual({ state: 'failed', error: { code: 'NOTE_NOT_FOUND' } });
  });
});

describe('when the databases are deleted under an open text', () => {
  it('is unsaved at once, and the whole text is saved into the reopened one', async () => {
    let deleted = false;
    const p = parts({ fail: () => deleted, openFails: () => deleted });
    await p.connection.start();
    p.type('durable ');
    await p.tick();
    expect(unsaved(p.connection)).toBe(false);
    deleted = true;
    p.connection.renew();
    expect(p.connection.snapshot()).toMatchObject({
      state: 'open',
      writable: true,
      unsaved: true,
      error: { code: 'DEVICE_STORAGE_DELETED' },
    });
    // not available yet: it stays unsaved for the same reason, and writable
    await p.tick();
    expect(p.connection.snapshot()).toMatchObject({
      state: 'open',
      writable: true,
      unsaved: true,
      error: { code: 'DEVICE_STORAGE_DELETED' },
    });
    p.type('and more');
    deleted = false;
    await p.tick();
    // the whole text, not only later edits
    const reloaded = new Y.Doc();
    Y.applyUpdate(reloaded, p.last());
    expect(reloaded.getText('t').toString()).toBe('durable and more');
    expect(p.connection.snapshot()).toMatchObject({ unsaved: false, error: null });
  });

  it('an append that the deleted database answers late does not end the renewal', async () => {
    let deleted = false;
    const p = parts({ openFails: () => deleted });
    await p.connection.start();
    p.type('in flight ');
    const saving = p.connection.flush();
    deleted = true;
    p.connection.renew();
    await saving;
    await p.tick();
    expect(p.connection.snapshot()).toMatchObject({
      state: 'open',
      unsaved: true,
      error: { code: 'DEVICE_STORAGE_DELETED' },
    });
    p.type('and more');
    deleted = false;
    await p.tick();
    const reloaded = new Y.Doc();
    Y.applyUpdate(reloaded, p.last());
    expect(reloaded.getText('t').toString()).toBe('in flight and more');
    expect(p.connection.snapshot()).toMatchObject({ unsaved: false, error: null });
  });
});
