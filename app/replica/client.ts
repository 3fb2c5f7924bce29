/**
 * The page's connection to the replica worker. The worker was started by the document (replica/early-worker) or is
 * started on first use; it opens the account of this device and is restarted when it dies; live queries then continue.
 */
import * as Comlink from 'comlink';
import type { LiveQuery, LiveValue, ReplicaApi } from '../../sync/engine/host/api';
import type { OpenText } from '../../sync/engine/text/open-text';
import type { CommandName, Commands } from '../../sync/engine/outbox/commands/commands';
import type { Account } from '../../sync/engine/storage/account';
import { fromPlainError, type PlainError } from '../../sync/protocol/error-transfer';
import { CallError } from '../../sync/protocol/errors';
import { LiveLine } from '../../sync/protocol/live-line';
import { isBusy } from './busy';
import { beginWorker, takeEarlyWorker } from './early-worker';
import { writeLossCount } from './loss-counter';

// Errors of the worker arrive as plain data (sync/protocol/error-transfer) and are rethrown as CallErrors.
const thrown = Comlink.transferHandlers.get('throw') as Comlink.TransferHandler<
  unknown,
  { isError: boolean; value: PlainError }
>;
Comlink.transferHandlers.set('throw', {
  ...thrown,
  deserialize: ({ value }) => {
    throw fromPlainError(value);
  },
});

/** The worker's API as it arrives over comlink: an open text is one proxy. */
type RemoteText = Comlink.Remote<OpenText>;
interface Remote extends Omit<ReplicaApi, 'live' | 'openText'> {
  openText(contentId: string, onUpdate: ((update: Uint8Array) => void) & Comlink.ProxyMarked): Promise<RemoteText>;
  /** result of the worker's own opening; `write` stores the loss counter */
  begun(write: ((key: string, value: string | null) => void) & Comlink.ProxyMarked): Promise<Account | null>;
}

interface Connected {
  remote: Remote;
  line: LiveLine<LiveQuery>;
  opened: Promise<Account | null>;
  /** rejects when the worker dies, so that no caller waits for ever */
  died: Promise<never>;
}

interface Subscription {
  query: LiveQuery;
  onValue: (value: unknown) => void;
  onError: (error: Error) => void;
  stop: () => void;
}

/** milliseconds between starts of a worker that dies repeatedly */
const RESTART_MS = 1_000;

let connected: Connected | null = null;
const subscriptions = new Set<Subscription>();

function startWorker(): Worker {
  const worker = new Worker(new URL('../../workers/replica.worker.ts', import.meta.url), {
    type: 'module',
    name: 'satchel-replica',
  });
  beginWorker(worker);
  return worker;
}

function connect(): Connected {
  if (connected) return connected;
  const worker = takeEarlyWorker() ?? startWorker();
  const remote = Comlink.wrap(worker) as unknown as Remote;
  // opened in a tab behind, or started anew there: later changes are passed on as they happen
  if (document.visibilityState === 'hidden') remote.hint('hidden').catch(() => {});
  const died = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      // an error inside a running worker is reported there; an event without a message means that the worker could not
      // start or died
      if (event.message) return;
      worker.terminate();
      connected = null;
      reject(new CallError('SYSTEM_NOT_STARTED', { message: 'the replica worker ended' }));
      setTimeout(() => {
        connect().opened.then(
          // not earlier: a worker that is still opening has no account, and the page would navigate to the sign-in
          () => {
            for (const subscription of subscriptions) subscribe(subscription);
          },
          // the page's start reports an error if nothing is lost by it; a worker that died again is restarted
          () => {
            if (connected && !isBusy()) location.reload();
          },
        );
      }, RESTART_MS);
    });
  });
  died.catch(() => {});
  connected = {
    remote,
    line: new LiveLine(worker),
    died,
    opened: Promise.race([remote.begun(Comlink.proxy(writeLossCount)), died]),
  };
  // the error is thrown to the callers
  connected.opened.catch(() => {});
  return connected;
}

/** A call to the worker, which must be open for it. */
async function ask<T>(question: (remote: Remote) => Promise<T>): Promise<T> {
  const { remote, opened, died } = connect();
  await opened;
  return Promise.race([question(remote), died]);
}

function subscribe(subscription: Subscription): void {
  // already requested from the new worker, by a caller before the restart
  subscription.stop();
  subscription.stop = connect().line.ask(subscription.query, subscription.onValue, subscription.onError);
}

/**
 * Calls back with the first and every later value, and when there will be no more; returns the function that
 * unsubscribes.
 */
export function observe<Q extends LiveQuery>(
  query: Q,
  onValue: (value: LiveValue<Q>) => void,
  onError: (error: Error) => void = () => {},
): () => void {
  const subscription: Subscription = { query, onValue: onValue as (value: unknown) => void, onError, stop: () => {} };
  subscriptions.add(subscription);
  subscribe(subscription);
  return () => {
    subscriptions.delete(subscription);
    subscription.stop();
  };
}

const client: ReplicaApi = {
  open: async (options) => {
    const { remote, opened, died } = connect();
    await opened;
    return options.refresh ? Promise.race([remote.open(options), died]) : opened;
  },
  live: async (query, onValue, onError) => observe(query, onValue as (value: LiveValue<LiveQuery>) => void, onError),
  run: (name, input) => ask((remote) => remote.run(name, input)),
  openText: (contentId, onUpdate) =>
    ask(async (remote) => {
      const text = await remote.openText(contentId, Comlink.proxy(onUpdate));
      const [state, writable, recoveredAt] = await Promise.all([text.state, text.writable, text.recoveredAt]);
      return {
        state,
        writable,
        recoveredAt: recoveredAt ?? 0,
        append: (update) => text.append(update),
        compact: () => text.compact(),
        close: async () => {
          await text.close();
          text[Comlink.releaseProxy]();
        },
      };
    }),
  textOf: (contentId, format) => ask((remote) => remote.textOf(contentId, format)),
  search: (question, options) => ask((remote) => remote.search(question, options)),
  recordingBlob: (id) => ask((remote) => remote.recordingBlob(id)),
  image: (contentId, imageId) => ask((remote) => remote.image(contentId, imageId)),
  file: (id, version) => ask((remote) => remote.file(id, version)),
  outboxFile: (id) => ask((remote) => remote.outboxFile(id)),
  salvagedFile: () => ask((remote) => remote.salvagedFile()),
  hint: (event) => ask((remote) => remote.hint(event)),
  refresh: () => ask((remote) => remote.refresh()),
  setPaused: (paused) => ask((remote) => remote.setPaused(paused)),
  storage: () => ask((remote) => remote.storage()),
  startOver: async () => {
    const { remote, died } = connect();
    await Promise.race([remote.startOver(), died]);
  },
  switchCompany: (companyId) => ask((remote) => remote.switchCompany(companyId)),
  logout: (options) => ask((remote) => remote.logout(options)),
  lock: (action) => ask((remote) => remote.lock(action)),
};

let listening = false;

/** The replica's API. Only in the browser. */
export function replica(): ReplicaApi {
  if (typeof Worker === 'undefined') throw new Error('the replica lives in the browser');
  if (!listening) {
    listening = true;
    passOnHints();
  }
  return client;
}

/** Runs a command. Resolves when it is durable on this device; throws CallError. */
export const run = <C extends CommandName>(name: C, input: Commands[C]['input']): Promise<Commands[C]['output']> =>
  replica().run(name, input);

/** Events that only the page receives: under emulation the worker gets none of them, and never focus. */
function passOnHints(): void {
  const pass = (event: Parameters<ReplicaApi['hint']>[0]) => () => {
    client.hint(event).catch(() => {});
  };
  addEventListener('online', pass('online'));
  addEventListener('offline', pass('offline'));
  addEventListener('focus', pass('focus'));
  addEventListener('pagehide', pass('hidden'));
  document.addEventListener('visibilitychange', () => {
    pass(document.visibilityState === 'hidden' ? 'hidden' : 'focus')();
  });
}
