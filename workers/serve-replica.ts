/**
 * Serves the replica to a page: the engine's API through comlink, and its live queries. The browser's worker is a thin
 * entry of this.
 */
import * as Comlink from 'comlink';
import { createReplicaHost } from '../sync/engine/host/host';
import type { ReplicaApi } from '../sync/engine/host/api';
import type { LiveQuery } from '../sync/engine/host/live-queries';
import type { Account } from '../sync/engine/storage/account';
import type { Environment } from '../sync/engine/storage/environment';
import { isInitMessage, LOSS_COUNTER_PREFIX } from '../sync/protocol/init-message';
import { toPlainError } from '../sync/protocol/error-transfer';
import { offerLive } from '../sync/protocol/live-line';
import { projectOf } from '../sync/protocol/workspace-paths';

// A thrown error is serialised as plain data with its code; app/replica/client reads it.
const thrown = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<{ value: unknown }, unknown>;
Comlink.transferHandlers.set('throw', {
  ...thrown,
  serialize: ({ value }) => [{ isError: false, value: toPlainError(value) }, []],
});

/** A worker's global scope, or one end of a message channel in a test. */
interface PageLine {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * Serves one page after its init message. Returns the function that closes the replica cleanly, as when a browser
 * exits.
 */
export function serveReplica(line: PageLine, environment: Omit<Environment, 'lossCounter'>): () => Promise<void> {
  /** Loss counters from the page's local storage, sent once with the init message. */
  let lossCounters: Record<string, string> = {};
  /** writes buffered until the page's modules have loaded */
  const pendingWrites: [key: string, value: string | null][] = [];
  let persist = (key: string, value: string | null): void => {
    pendingWrites.push([key, value]);
  };

  const { api, close } = createReplicaHost({
    ...environment,
    lossCounter: {
      read: (account) => lossCounters[LOSS_COUNTER_PREFIX + account] ?? null,
      write: (account, value) => {
        const key = LOSS_COUNTER_PREFIX + account;
        if (value === null) delete lossCounters[key];
        else lossCounters[key] = value;
        persist(key, value);
      },
    },
  });

  const opened = new Promise<Account | null>((resolve) => {
    line.addEventListener('message', ({ data }) => {
      if (!isInitMessage(data)) return;
      lossCounters = data.begin.lossCounters;
      resolve(api.open({ refresh: data.begin.refresh, projectId: projectOf(data.begin.pathname) }));
    });
  });
  // The error is thrown by `begun`, when the page awaits it.
  opened.catch(() => {});

  const offered = {
    begun(write: typeof persist): Promise<Account | null> {
      persist = write;
      for (const [key, value] of pendingWrites.splice(0)) write(key, value);
      return opened;
    },
    open: (options) => api.open(options),
    run: (name, input) => api.run(name, input),
    // A proxy, since comlink cannot transfer functions inside plain objects.
    openText: async (contentId, onUpdate) => Comlink.proxy(await api.openText(contentId, onUpdate)),
    textOf: (contentId, format) => api.textOf(contentId, format),
    search: (question, options) => api.search(question, options),
    recordingBlob: (id) => api.recordingBlob(id),
    image: (contentId, imageId) => api.image(contentId, imageId),
    file: (id, version) => api.file(id, version),
    outboxFile: (id) => api.outboxFile(id),
    salvagedFile: () => api.salvagedFile(),
    hint: (event) => api.hint(event),
    refresh: () => api.refresh(),
    setPaused: (paused) => api.setPaused(paused),
    storage: () => api.storage(),
    startOver: () => api.startOver(),
    switchCompany: (companyId) => api.switchCompany(companyId),
    logout: (options) => api.logout(options),
    lock: (action) => api.lock(action),
  } satisfies Omit<ReplicaApi, 'live'> & Record<'begun', unknown>;

  offerLive<LiveQuery>(line, (query, onValue, onError) => api.live(query, onValue, onError));
  Comlink.expose(offered, line as Comlink.Endpoint);
  return close;
}
