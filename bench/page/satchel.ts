/**
 * Satchel's built replica worker, driven from a page of its origin without screens. Evaluated in the page by the driver
 * (bench/support/satchel-page).
 */
import * as Comlink from 'comlink';
import type { LiveQuery, ReplicaApi } from '../../sync/engine/host/api';
import type { SyncStatus } from '../../sync/model/sync-status';
import { LiveLine } from '../../sync/protocol/live-line';

let remote: Omit<ReplicaApi, 'live'>;
let line: LiveLine<LiveQuery>;

/** Resolves with the elapsed milliseconds when `good` holds for a value of the live query. */
function until(query: LiveQuery, good: (value: never) => boolean): Promise<number> {
  const at = performance.now();
  return new Promise((resolve, reject) => {
    const stop = line.ask(
      query,
      (value) => {
        if (!good(value as never)) return;
        const taken = performance.now() - at;
        stop();
        resolve(taken);
      },
      reject,
    );
  });
}

const synced = (): Promise<number> =>
  until(
    { kind: 'status' },
    (status: SyncStatus) => status.connection.state === 'online' && !status.firstSync && status.lastSyncAt > 0,
  );

const bench = {
  async signIn(email: string, password: string): Promise<void> {
    const answer = await fetch('/api/organization/user/login/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`sign-in: ${answer.status}`);
  },
  /** Starts the worker and waits until its script has run: its first answer needs no database. */
  async start(worker: string): Promise<void> {
    const started = new Worker(worker, { type: 'module' });
    remote = Comlink.wrap(started) as unknown as typeof remote;
    line = new LiveLine(started);
    await until({ kind: 'status' }, () => true);
  },
  /** Starts the worker and opens this device's replica. Returns milliseconds. */
  async open(worker: string): Promise<number> {
    const at = performance.now();
    await bench.start(worker);
    await remote.open({ refresh: true });
    return performance.now() - at;
  },
  /**
   * From just before the databases are opened until everything is on this device; the scripts are loaded before, as for
   * the peers. Returns milliseconds.
   */
  async firstSync(worker: string): Promise<number> {
    await bench.start(worker);
    const at = performance.now();
    await remote.open({ refresh: true });
    await synced();
    return performance.now() - at;
  },
  synced,
  count: (collection: 'notes' | 'noteContents'): Promise<number> =>
    new Promise((resolve, reject) => {
      const stop = line.ask(
        { kind: 'count', collection },
        (count) => {
          stop();
          resolve(count as number);
        },
        reject,
      );
    }),
  /** Newest 50 of a project's list, each query run for the first time. Returns milliseconds of each. */
  async newest(projectIds: string[], times: number, from: number): Promise<number[]> {
    const taken: number[] = [];
    for (let at = 0; at < times; at += 1) {
      const lowest = -4_102_444_800_000 + from + at;
      taken.push(
        await until(
          {
            kind: 'find',
            collection: 'notes',
            selector: { projectId: projectIds[at % projectIds.length]!, recency: { $gt: lowest } },
            sort: [{ projectId: 'asc' }, { recency: 'asc' }],
            limit: 50,
          },
          (rows: unknown[]) => rows.length === 50,
        ),
      );
    }
    return taken;
  },
  /** Milliseconds until the text index is complete. Indexing pauses during queries, so this polls rarely. */
  async indexed(): Promise<number> {
    const at = performance.now();
    while (!(await remote.search('')).complete) await new Promise((resolve) => setTimeout(resolve, 1_000));
    return performance.now() - at;
  },
  async search(questions: string[]): Promise<number[]> {
    const taken: number[] = [];
    for (const question of questions) {
      const at = performance.now();
      await remote.search(question);
      taken.push(performance.now() - at);
    }
    return taken;
  },
  /**
   * Waits until a number of notes changed since a time (milliseconds since the epoch) have arrived. Returns the time of
   * arrival.
   */
  async sees(changedSince: number, many: number): Promise<number> {
    // a field stored in clear: encrypted fields cannot be counted
    await until(
      { kind: 'count', collection: 'notes', selector: { recency: { $lte: -changedSince } } },
      (count: number) => count >= many,
    );
    return performance.timeOrigin + performance.now();
  },
  pause: (paused: boolean): Promise<void> => remote.setPaused(paused),
  /** Ends a pause. Returns the time in milliseconds since the epoch. */
  async goOn(): Promise<number> {
    const at = performance.timeOrigin + performance.now();
    await remote.setPaused(false);
    return at;
  },
};

export type SatchelBench = typeof bench;
(globalThis as unknown as { satchel: SatchelBench }).satchel = bench;
