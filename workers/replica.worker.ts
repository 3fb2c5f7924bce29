/// <reference lib="webworker" />
/** The replica in a browser: the engine with the browser's parts, offered to the page through comlink. */
import * as Comlink from 'comlink';
import { broadcastChannel } from '../sync/engine/broadcast';
import { createReplicaHost } from '../sync/engine/host';
import type { Account, LiveQuery, ReplicaApi } from '../sync/engine/api';
import { leanStorage } from '../sync/engine/replica/lean-storage';
import { isBeginning, WITNESS_PREFIX } from '../sync/protocol/beginning';
import { toPlainError } from '../sync/protocol/error-transfer';
import { offerLive } from '../sync/protocol/live-line';
import { projectOf } from '../sync/protocol/workspace-paths';
import { restingFetch } from './resting-fetch';

// A thrown error crosses as plain data, with its code. The page reads it in app/replica/client.
const thrown = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<{ value: unknown }, unknown>;
Comlink.transferHandlers.set('throw', { ...thrown, serialize: ({ value }) => [{ isError: false, value: toPlainError(value) }, []] });

/** What the page keeps for the witness (local storage): told once, when the worker begins. */
let kept: Record<string, string> = {};
/** what is to be kept, until the page's modules are there to do it */
const unwritten: [key: string, value: string | null][] = [];
let keep = (key: string, value: string | null): void => { unwritten.push([key, value]); };

const { api } = createReplicaHost({
  fetch: restingFetch((input, init) => fetch(input, init)),
  origin: self.location.origin,
  storage: () => leanStorage({ chromeTransactionDurability: 'strict' }),
  locks: navigator.locks,
  openChannel: broadcastChannel,
  deviceNow: Date.now,
  prefix: '',
  multiInstance: true,
  estimate: async () => {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usage, quota, persisted: await navigator.storage.persisted() };
  },
  witness: { read: (account) => kept[WITNESS_PREFIX + account] ?? null, write: (account, value) => keep(WITNESS_PREFIX + account, value) },
  report: (error) => console.error(error),
});

const opened = new Promise<Account | null>((resolve) => {
  self.addEventListener('message', ({ data }) => {
    if (!isBeginning(data)) return;
    kept = data.begin.witness;
    resolve(api.open({ refresh: data.begin.refresh, projectId: projectOf(data.begin.pathname) }));
  });
});
// the error is thrown where the page asks
opened.catch(() => {});

const offered = {
  begun(write: typeof keep): Promise<Account | null> {
    keep = write;
    for (const witness of unwritten.splice(0)) write(...witness);
    return opened;
  },
  open: (options) => api.open(options),
  run: (name, input) => api.run(name, input),
  // as a whole a proxy: comlink passes on no functions inside of plain objects
  openText: async (contentId, onUpdate) => Comlink.proxy(await api.openText(contentId, onUpdate)),
  textOf: (contentId, format) => api.textOf(contentId, format),
  search: (question, options) => api.search(question, options),
  recordingBlob: (id) => api.recordingBlob(id),
  outboxFile: (id) => api.outboxFile(id),
  hint: (event) => api.hint(event),
  look: () => api.look(),
  setPaused: (paused) => api.setPaused(paused),
  storage: () => api.storage(),
  startOver: () => api.startOver(),
  switchCompany: (companyId) => api.switchCompany(companyId),
  logout: (options) => api.logout(options),
  lock: (action) => api.lock(action),
} satisfies Omit<ReplicaApi, 'live'> & Record<'begun', unknown>;
export type OfferedReplica = typeof offered;

offerLive<LiveQuery>(self, (query, onValue, onError) => api.live(query, onValue, onError));
Comlink.expose(offered);
