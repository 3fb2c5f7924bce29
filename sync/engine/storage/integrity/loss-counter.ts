/**
 * The witness: a few numbers outside of IndexedDB that say what of this account waits on this device. When a browser has removed the
 * databases, or they broke, it is all that can still tell that there was a copy, and how much of it was nowhere else.
 *
 *   counts change ──► witness (the page's local storage)          databases gone ──► what it says − what is here = lost
 */
import * as v from 'valibot';
import { combineLatest, startWith, tap, throttleTime } from 'rxjs';
import { isUnsentRecording, type DeviceDatabase } from '../device-database';
import { deviceQuery } from '../device-query';
import type { PendingDocuments } from '../pending';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Things that are on this device only, by kind. `attention`: what the server refused. */
export const Unsent = v.object({ documents: Count, texts: Count, calls: Count, recordings: Count, attention: Count });
export type Unsent = v.InferOutput<typeof Unsent>;
export const UNSENT_KINDS = Object.keys(Unsent.entries) as (keyof Unsent)[];

/** `at`: milliseconds, when the copy was last seen whole */
const LossCount = v.object({ at: Count, unsent: Unsent });
export type LossCount = v.InferOutput<typeof LossCount>;

/** Where witnesses are kept, by account. Must not share the fate of IndexedDB. */
export interface LossCounter {
  read(account: string): string | null;
  /** null forgets it */
  write(account: string, value: string | null): void;
}

/** For a place that has no storage but IndexedDB. */
export const noLossCounter: LossCounter = { read: () => null, write: () => {} };

/** null: there is none, or nothing sensible in it. */
export function readLossCount(store: LossCounter, account: string): LossCount | null {
  const text = store.read(account);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(LossCount, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export const sumOf = (unsent: Unsent): number => UNSENT_KINDS.reduce((sum, kind) => sum + unsent[kind], 0);

/** What of the device database is nowhere else. */
async function onlyInDevice(device: DeviceDatabase): Promise<Omit<Unsent, 'documents'>> {
  const [texts, calls, recordings, attention] = await Promise.all([
    device.updates.rows.orderBy('contentId').uniqueKeys(),
    device.outbox.count(),
    device.recordings.rows.filter(isUnsentRecording).count(),
    device.rejectedChanges.count(),
  ]);
  return { texts: texts.length, calls, recordings, attention };
}

export const unsentNow = async (device: DeviceDatabase, waiting: PendingDocuments): Promise<Unsent> => ({
  documents: waiting.count,
  ...(await onlyInDevice(device)),
});

/** milliseconds between two notes while much changes */
const QUIET_MS = 250;

/** Keeps the witness true until its end, and says once more how things stand then. */
export function updateLossCount(
  store: LossCounter,
  account: string,
  device: DeviceDatabase,
  waiting: PendingDocuments,
  now: () => number,
  onError: (error: unknown) => void,
): { end(): void } {
  let last = '';
  let local: Omit<Unsent, 'documents'> | null = null;
  const write = (): void => {
    if (!local) return;
    const unsent: Unsent = { documents: waiting.count, ...local };
    const text = JSON.stringify(unsent);
    if (text === last) return;
    last = text;
    store.write(account, JSON.stringify({ at: now(), unsent } satisfies LossCount));
  };
  const subscription = combineLatest([
    deviceQuery(() => onlyInDevice(device)),
    waiting.changed$.pipe(startWith(undefined)),
  ])
    .pipe(
      tap(([counts]) => {
        local = counts;
      }),
      throttleTime(QUIET_MS, undefined, { leading: true, trailing: true }),
    )
    .subscribe({ next: write, error: onError });
  return {
    end: () => {
      subscription.unsubscribe();
      write();
    },
  };
}
