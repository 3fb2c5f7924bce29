/**
 * Keeps the prepared push that the service worker sends when no window is open (../../storage/prepared-push.ts).
 *
 *   offline, a question is pending ──► stored with all pending documents, since the question may be about them
 *   no question is pending, sync is paused or blocked, the device has a lock, or the push is too large ──► deleted
 *   a queued call stops a question that was sent without an answer ──► stored without that question
 */
import { debounceTime, merge } from 'rxjs';
import { send } from '../../../protocol/client';
import type { CallDefinition } from '../../../protocol/call';
import { accountHeader, syncCalls } from '../../../protocol/messages';
import { sessionCalls } from '../../../protocol/session';
import type { ConnectionMonitor } from '../../connection/connection';
import { REFRESH_LOCK } from '../../connection/session';
import type { Replicator } from '../../replication/replicator';
import type { Account } from '../../storage/account';
import { accountKey } from '../../storage/account-key';
import type { DeviceDatabase } from '../../storage/device-database';
import { deviceQuery } from '../../storage/device-query';
import type { Environment } from '../../storage/environment';
import type { PendingDocuments } from '../../storage/pending';
import { isQuotaError } from '../../storage/quota';
import { stopCalls } from '../../storage/stop-calls';
import {
  PREPARED_PUSH,
  whilePreparing,
  withdrawPreparedPush,
  type PreparedRequest,
  type PreparedPush,
} from '../../storage/prepared-push';
import { leaderLock } from './leader';

/** milliseconds: changes in quick succession are stored together; a person may close the window soon after asking */
const GATHER_MS = 200;
/** most bytes of the push; a larger one is left to the engine */
const PUSH_MAX = 256 * 1024;

interface Parts {
  account: Account;
  environment: Environment;
  device: DeviceDatabase;
  pending: PendingDocuments;
  connection: ConnectionMonitor;
  replicator: Replicator;
  /** a lock protects the key of the device's data */
  hasLock: boolean;
}

/** Resolves when the signal has fired and nothing is written any more. */
export async function keepPreparedPush(parts: Parts, signal: AbortSignal): Promise<void> {
  const { device, pending, connection, environment } = parts;
  let isStored = (await device.meta.rows.get(PREPARED_PUSH)) !== undefined;
  const update = async (): Promise<void> => {
    if (signal.aborted) return;
    const isAsking = pending.of('turns').length + pending.of('researches').length > 0;
    const { state } = connection.state$.value;
    const isKept = isAsking && !parts.hasLock;
    // online, the engine sends the question; the request is deleted once the question has arrived
    if (isKept && (state === 'online' || state === 'starting')) return;
    const request = isKept && state === 'offline' ? await preparedPush(parts) : null;
    // the end of the writes brings a further update: until then the stored request may be the only one
    if (request === undefined) return;
    if (request)
      await device.meta.put({ key: PREPARED_PUSH, value: request }).catch(async (error: unknown) => {
        // the stored request may contain a question that was taken back since
        await withdrawPreparedPush(device);
        isStored = false;
        throw error;
      });
    else if (isStored) await withdrawPreparedPush(device);
    isStored = request !== null;
  };
  // a question that is taken back meanwhile would be stored again after its withdrawal
  const updateAlone = (): Promise<void> => whilePreparing({ locks: environment.locks, device }, update);
  let last: Promise<void> = updateAlone().catch(report);
  function report(error: unknown): void {
    if (!signal.aborted && !isQuotaError(error)) environment.report(error);
  }
  const stops$ = deviceQuery(() => stopCalls(device));
  const changes = merge(pending.changed$, connection.state$, stops$)
    .pipe(debounceTime(GATHER_MS))
    .subscribe({
      next: () => {
        last = last.then(updateAlone).catch(report);
      },
      error: report,
    });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  changes.unsubscribe();
  await last;
}

/**
 * The prepared request; null if no question is pending, or the push is larger than PUSH_MAX; undefined while related
 * writes are running.
 */
async function preparedPush({ account, environment, replicator }: Parts): Promise<PreparedPush | null | undefined> {
  const push = await replicator.wholePush(PUSH_MAX);
  if (!push) return push;
  const prepare = (call: CallDefinition, input: unknown): Promise<PreparedRequest> =>
    prepared(call, input, environment.origin, accountHeader(account));
  return {
    push: await prepare(syncCalls.pushAll, { pushes: push.pushes }),
    refresh: { ...(await prepare(sessionCalls.refresh, {})), lock: REFRESH_LOCK },
    leaderLock: leaderLock(environment.prefix + accountKey(account.userId, account.companyId)),
    inFlight: push.inFlight,
  };
}

/** The request of a call as the client would send it. */
async function prepared(
  call: CallDefinition,
  input: unknown,
  origin: string,
  headers: Record<string, string>,
): Promise<PreparedRequest> {
  let request: PreparedRequest | undefined;
  await send(
    {
      origin,
      headers: () => headers,
      fetch: async (url, init) => {
        request = { url, headers: init.headers as Record<string, string>, body: init.body as string };
        return new Response();
      },
    },
    call,
    input,
    {},
    new AbortController().signal,
  );
  return request!;
}
