/**
 * Loss counter: the number of unsent items of an account, stored outside IndexedDB. If the browser removes the
 * databases, or they break, it is the only remaining evidence of the replica and of its unsent items.
 *
 *   counts change ──► loss counter (the page's local storage)          databases lost ──► counted − present = lost
 */
import * as v from 'valibot';
import { combineLatest, startWith, tap, throttleTime } from 'rxjs';
import { type DeviceDatabase } from '../device-database';
import { mayBeUnsynced, isUnsentImage, isUnsentRecording } from '../device-rows';
import { deviceQuery } from '../device-query';
import type { PendingDocuments } from '../pending';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Numbers of unsent items by kind. `attention`: rejected changes; stored counters have this name. */
export const Unsent = v.object({
  documents: Count,
  texts: Count,
  calls: Count,
  recordings: Count,
  /** absent in counters from before images existed */
  images: v.optional(Count, 0),
  files: v.optional(Count, 0),
  attention: Count,
});
export type Unsent = v.InferOutput<typeof Unsent>;
export const UNSENT_KINDS = Object.keys(Unsent.entries) as (keyof Unsent)[];

/** `at`: milliseconds, when the replica was last complete */
const LossCount = v.object({ at: Count, unsent: Unsent });
export type LossCount = v.InferOutput<typeof LossCount>;

/** Storage of loss counters by account. Must be independent of IndexedDB. */
export interface LossCounter {
  read(account: string): string | null;
  /** null deletes it */
  write(account: string, value: string | null): void;
}

/** For platforms without storage besides IndexedDB. */
export const noLossCounter: LossCounter = { read: () => null, write: () => {} };

/** null: there is none, or it is invalid. */
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

/** Numbers of unsent items in the device database. */
async function unsentInDevice(device: DeviceDatabase): Promise<Omit<Unsent, 'documents'>> {
  const [texts, calls, recordings, images, files, attention] = await Promise.all([
    device.updates.rows.orderBy('contentId').uniqueKeys(),
    device.outbox.count(),
    device.recordings.rows.filter(isUnsentRecording).count(),
    device.images.filter(isUnsentImage).count(),
    device.files.rows.filter(mayBeUnsynced).count(),
    device.rejectedChanges.count(),
  ]);
  return { texts: texts.length, calls, recordings, images, files, attention };
}

export const unsentNow = async (device: DeviceDatabase, pending: PendingDocuments): Promise<Unsent> => ({
  documents: pending.count,
  ...(await unsentInDevice(device)),
});

/** minimum milliseconds between two writes */
const THROTTLE_MS = 250;

/** Keeps the loss counter up to date, and writes it once more at the end. */
export function updateLossCount(
  store: LossCounter,
  account: string,
  device: DeviceDatabase,
  pending: PendingDocuments,
  now: () => number,
  onError: (error: unknown) => void,
): { end(): void } {
  let last = '';
  let local: Omit<Unsent, 'documents'> | null = null;
  const write = (): void => {
    if (!local) return;
    const unsent: Unsent = { documents: pending.count, ...local };
    const text = JSON.stringify(unsent);
    if (text === last) return;
    last = text;
    store.write(account, JSON.stringify({ at: now(), unsent } satisfies LossCount));
  };
  const subscription = combineLatest([
    deviceQuery(() => unsentInDevice(device)),
    pending.changed$.pipe(startWith(undefined)),
  ])
    .pipe(
      tap(([counts]) => {
        local = counts;
      }),
      throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
    )
    .subscribe({ next: write, error: onError });
  return {
    end: () => {
      subscription.unsubscribe();
      write();
    },
  };
}
