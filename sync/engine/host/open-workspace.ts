/**
 * Opens the databases of an account and composes its workspace; needs no network.
 *
 *   device database open ──► nothing in it, account just confirmed, only tab ──► first pull requested early (prefetch)
 *   all databases open ──► losses noticed ──► pending documents, checkpoints ──► Workspace ──► texts recovered
 */
import { inPullOrder, KIND_NAMES } from '../../model/kinds';
import { accountHeader, syncCalls } from '../../protocol/messages';
import type { AccountsDatabase } from '../account/accounts';
import { createSession } from '../connection/session';
import { firstRequest } from '../replication/changes';
import { Prefetch } from '../replication/prefetch';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import { readCheckpoints } from '../storage/checkpoints';
import { CorrectedClock } from '../storage/clock';
import { dexieOptions } from '../storage/dexie-options';
import type { DeviceDatabase } from '../storage/device-database';
import { Documents } from '../storage/documents';
import type { Environment } from '../storage/environment';
import { detectLoss } from '../storage/integrity/detect-loss';
import { openStores, type Stores } from '../storage/integrity/open-stores';
import { PendingDocuments } from '../storage/pending';
import type { UnlockedKey } from '../storage/sealing/keys';
import { isOnlyTab } from '../storage/tab-presence';
import { isRecentlyConfirmed, type WorkspaceEvents } from './workspace-events';
import { Workspace } from './workspace';

/**
 * Throws BrokenStorage, and DEVICE_LOCKED where the key is locked and `unlocked` is not it.
 * @param confirmedAt when the server last confirmed the account (device milliseconds); null: not in this start
 */
export async function openWorkspace(
  account: Account,
  environment: Environment,
  accounts: AccountsDatabase,
  events: WorkspaceEvents,
  unlocked: UnlockedKey | null,
  confirmedAt: number | null,
): Promise<Workspace> {
  const clock = new CorrectedClock(environment.deviceNow);
  const session = createSession({
    fetch: (input, init) =>
      environment.fetch(input, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...accountHeader(account) },
      }),
    locks: environment.locks,
    clock,
    origin: environment.origin,
    renewedAt: { read: () => accounts.renewedAt(), write: (at) => accounts.renewed(at) },
    onRevoked: (ending) => events.sessionRevoked(ending),
    onContact: () => events.serverAnswered(),
  });
  const prefetch = new Prefetch(session.lines);

  const requestEarly = async (device: DeviceDatabase): Promise<void> => {
    const isNew = isRecentlyConfirmed(confirmedAt, clock) && (await device.meta.count()) === 0;
    const scope = environment.prefix + accountKey(account.userId, account.companyId);
    // beside another tab this one does not lead, and would not read the answer
    if (!isNew || !(await isOnlyTab(environment.locks, scope))) return;
    prefetch.request(
      syncCalls.changes,
      firstRequest(inPullOrder(environment.collections ?? KIND_NAMES, { first: true }), events.activeSpaces()),
    );
  };

  const compose = async ({ device, replica, vault, keyLost }: Stores): Promise<Workspace> => {
    let storageFull = (): void => {};
    const documents = new Documents(replica, clock, () => storageFull());
    const pending = await PendingDocuments.open(replica, documents);
    await detectLoss({
      account,
      documents,
      device,
      pending: pending,
      environment,
      now: () => clock.deviceNow(),
      keyLost,
    });
    const checkpoints = [...(await readCheckpoints(device, replica.names)).values()];
    // the early answer is useful only where nothing has to be compared, or pushed first
    if (pending.count > 0 || checkpoints.some(({ repair }) => repair)) prefetch.end();
    const workspace = new Workspace({
      account,
      environment,
      clock,
      replica,
      device,
      documents,
      pending,
      vault,
      session,
      prefetch,
      events,
      firstSync: checkpoints.some(({ complete }) => !complete),
      hasLock: unlocked !== null,
      confirmedAt,
    });
    storageFull = () => workspace.storageFull();
    await workspace.texts.recover();
    return workspace;
  };

  try {
    return await openStores(account, environment, dexieOptions(environment), unlocked, {
      deleted: () => events.databaseDeleted(),
      device: (device) => {
        // if the early request fails, the replicator sends its own later
        requestEarly(device).catch(() => {});
      },
      all: compose,
    });
  } catch (error) {
    prefetch.end();
    throw error;
  }
}
