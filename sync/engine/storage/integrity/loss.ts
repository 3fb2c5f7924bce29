/** A recorded loss of this device, stored until the person has read it. */
import type { DeviceDatabase } from '../device-database';
import { UNSENT_KINDS, type Unsent, type LossCount } from './loss-counter';

export interface Loss {
  /** milliseconds: when it was detected, and when the replica was last complete (0: unknown) */
  at: number;
  lastSeenAt: number;
  /** everything was lost, or only a part */
  extent: 'all' | 'part';
  /** lost unsent items; null: unknown */
  unsent: Unsent | null;
}

export const LOSS_KEY = 'loss';

export const lossOf = async (device: DeviceDatabase): Promise<Loss | null> =>
  ((await device.meta.get(LOSS_KEY))?.value as Loss | undefined) ?? null;

export const deleteLoss = (device: DeviceDatabase): Promise<void> => device.meta.delete(LOSS_KEY);

/** Numbers of items that the loss counter lists and that are not present. */
const missing = (counted: Unsent, present: Unsent): Unsent =>
  Object.fromEntries(UNSENT_KINDS.map((kind) => [kind, Math.max(0, counted[kind] - present[kind])])) as Unsent;

/** Adds two losses. A loss that was stored before a kind existed lacks its number. */
const sum = (a: Partial<Unsent>, b: Partial<Unsent>): Unsent =>
  Object.fromEntries(UNSENT_KINDS.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)])) as Unsent;

/** Records a loss, added to one that the person has not read yet. */
export async function recordLoss(
  device: DeviceDatabase,
  loss: { at: number; extent: Loss['extent']; lossCount: LossCount | null; here: Unsent },
): Promise<void> {
  const { at, extent, lossCount, here } = loss;
  const unsent = lossCount ? missing(lossCount.unsent, here) : null;
  const before = await lossOf(device);
  const value: Loss = {
    at,
    lastSeenAt: before?.lastSeenAt || (lossCount?.at ?? 0),
    extent: before?.extent === 'all' ? 'all' : extent,
    // The same loss counter twice: the previous start ended before it had written new markers.
    unsent:
      before?.unsent && unsent && before.lastSeenAt !== lossCount?.at
        ? sum(before.unsent, unsent)
        : (unsent ?? before?.unsent ?? null),
  };
  await device.meta.put({ key: LOSS_KEY, value });
}
