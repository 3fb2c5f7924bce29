/** One attempt of a device to hand over its unsent work. */
import { CallError } from '../../../protocol/errors';
import { accountKey } from '../../storage/account-key';
import type { AccountId } from '../../storage/account';
import type { HandedOverCounts } from '../../outbox/left-notices';
import { endMeeting, settleOrphan } from '../../outbox/commands/recordings';
import { BrokenStorage } from '../../storage/integrity/broken-storage';
import { openStores } from '../../storage/integrity/open-stores';
import { noLossCounter, readLossCount, sumOf } from '../../storage/integrity/loss-counter';
import type { Environment } from '../../storage/environment';
import { untilOnlyTab } from '../../storage/tab-presence';
import { findOrphans } from '../../recording/recover-recording';
import { CorrectedClock } from '../../storage/clock';
import { Documents } from '../../storage/documents';
import { openRowsOnly } from '../../storage/rows-only';
import { compactAll } from '../../text/compact';
import type { DexieEnvironment } from '../../storage/dexie-environment';
import type { UnlockedKey } from '../../storage/sealing/keys';
import type { Handover } from './line';
import { sendUnsent } from './send';
import {
  itemOfFile,
  meetingOfRecording,
  subjectOfImage,
  unsentFiles,
  unsentImages,
  unsentItems,
  unsentRecordings,
  type UnsentStores,
} from './unsent';

/** milliseconds for other tabs to compact typed text and close the databases */
const OTHER_TABS_MS = 10_000;

export interface Attempt {
  environment: Environment;
  databases: DexieEnvironment;
  handover: Handover;
  /** the account whose key is in memory; `key` null: its key lies on the device */
  unlocked: { account: AccountId; key: UnlockedKey | null };
  /** from 1 */
  number: number;
  onProgress: (done: number, total: number) => void;
}

/**
 * @returns the number of things (HandoverProgress) in quarantine, and of items left out; 'closed': the server accepts
 * no handover with this session. Throws errors after which another attempt may succeed.
 */
export async function handOver(attempt: Attempt): Promise<HandedOverCounts | 'closed'> {
  const done = new Set<string>();
  const taken = new Set<string>();
  let total = 0;
  let leftOut = 0;
  const { accounts, lineOf, finish } = attempt.handover;
  for (const account of accounts) {
    try {
      leftOut += await withStores(attempt, account, async (stores) => {
        total += await countUnsent(stores);
        attempt.onProgress(done.size, total);
        const onDone = (about: string, isTaken: boolean): void => {
          const thing = accountKey(account.userId, account.companyId) + about;
          done.add(thing);
          if (isTaken) taken.add(thing);
          attempt.onProgress(done.size, total);
        };
        return sendUnsent({ line: lineOf(account), stores, attempt: attempt.number, onDone });
      });
    } catch (error) {
      // the account has a lock of its own that is not open, or its databases cannot be read
      if (error instanceof BrokenStorage || (error instanceof CallError && error.code === 'DEVICE_LOCKED'))
        leftOut += unsentAsNoted(attempt.environment, account);
      else if (error instanceof CallError && error.code === 'HANDOVER_CLOSED') return 'closed';
      else throw error;
    }
  }
  if (total > 0 || leftOut > 0) await finish(leftOut);
  return { taken: taken.size, leftOut };
}

/** Number of unsent items of an account that cannot be opened, by its loss counter; 1 if unknown. */
export function unsentAsNoted({ lossCounter }: Environment, { userId, companyId }: AccountId): number {
  const noted = readLossCount(lossCounter ?? noLossCounter, accountKey(userId, companyId));
  return noted ? sumOf(noted.unsent) : 1;
}

/**
 * Opens an account's databases without a workspace, and settles what ended tabs left: typed updates and running
 * recordings.
 */
async function withStores<T>(
  { environment, databases, unlocked }: Attempt,
  account: AccountId,
  work: (stores: UnsentStores) => Promise<T>,
): Promise<T> {
  const key = accountKey(account.userId, account.companyId);
  const scope = environment.prefix + key;
  await untilOnlyTab(environment.locks, scope, OTHER_TABS_MS);
  const isCurrent = key === accountKey(unlocked.account.userId, unlocked.account.companyId);
  const { device, replica } = await openStores(account, environment, databases, isCurrent ? unlocked.key : null, {
    open: openRowsOnly,
    deleted: () => {},
    device: () => {},
    all: (stores) => Promise.resolve(stores),
  });
  try {
    const clock = new CorrectedClock(environment.deviceNow);
    const documents = new Documents(replica, clock, () => {});
    // typed updates that cannot be compacted are handed over as they are
    await compactAll(
      {
        documents,
        device,
        clock,
        locks: environment.locks,
        scope,
        userId: account.userId,
        // nothing is pushed from here
        together: (write) => write(),
        damaged: () => {},
      },
      () => {},
    );
    for (const orphan of await findOrphans(device, environment.locks))
      await settleOrphan({ documents, device, clock }, orphan);
    // of a recording that still runs in another tab, the rows written so far are handed over
    for (const running of await device.recordings.rows.where('state').anyOf('recording', 'paused').toArray())
      await endMeeting({ documents }, running);
    return await work({ documents, device });
  } finally {
    await replica.database.close();
    await device.close();
  }
}

async function countUnsent(stores: UnsentStores): Promise<number> {
  const things = new Set<string>();
  for await (const { about } of unsentItems(stores)) things.add(about);
  for (const recording of await unsentRecordings(stores.device))
    things.add((await meetingOfRecording(stores, recording)).about);
  for (const image of await unsentImages(stores.device)) things.add((await subjectOfImage(stores, image)).about);
  for (const file of await unsentFiles(stores.device)) things.add((await itemOfFile(stores, file)).about);
  return things.size;
}
