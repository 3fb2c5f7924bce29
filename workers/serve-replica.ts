/** The replica's end of the line to a page: the engine, offered through comlink, and its live queries. A browser's worker is a thin entry of this. */
import * as Comlink from 'comlink';
import { createReplicaHost } from '../sync/engine/host/host';
import type { LiveQuery, ReplicaApi } from '../sync/engine/host/api';
import type { Account } from '../sync/engine/storage/account';
import type { Environment } from '../sync/engine/storage/environment';
import { isInitMessage, WITNESS_PREFIX } from '../sync/protocol/init-message';
import { toPlainError } from '../sync/protocol/error-transfer';
import { offerLive } from '../sync/protocol/live-line';
import { projectOf } from '../sync/protocol/workspace-paths';

// A thrown error crosses as plain data, with its code. The page reads it in app/replica/client.
const thrown = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<{ value: unknown }, unknown>;
Comlink.transferHandlers.set('throw', {
  ...thrown,
  serialize: ({ value }) => [{ isError: false, value: toPlainError(value) }, []],
});

/** What a worker's own scope is to it, and one end of a message channel to a test. */
interface PageLine {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Serves one page, from its `begin` message on. Gives the function that closes the replica, as a browser does that ends properly. */
export function serveReplica(line: PageLine, environment: Omit<Environment, 'witness'>): () => Promise<void> {
  /** What the page keeps for the witness (local storage): told once, when the worker begins. */
  let kept: Record<string, string> = {};
  /** what is to be kept, until the page's modules are there to do it */
  const unwritten: [key: string, value: string | null][] = [];
  let keep = (key: string, value: string | null): void => {
    unwritten.push([key, value]);
  };

  const { api, close } = createReplicaHost({
    ...environment,
    lossCounter: {
      read: (account) => kept[WITNESS_PREFIX + account] ?? null,
      write: (account, value) => {
        const key = WITNESS_PREFIX + account;
        if (value === null) delete kept[key];
        else kept[key] = value;
        keep(key, value);
      },
    },
  });

  const opened = new Promise<Account | null>((resolve) => {
    line.addEventListener('message', ({ data }) => {
      if (!isInitMessage(data)) return;
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
