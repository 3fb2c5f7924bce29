/** What this device has lost, kept until the person has read it. */
import type { DeviceDatabase } from '../device-database';
import { UNSENT_KINDS, type Unsent, type LossCount } from './loss-counter';

export interface Loss {
  /** milliseconds: when it was noticed, and when the copy was last seen whole (0: nobody knows) */
  at: number;
  lastSeenAt: number;
  /** nothing of the copy was left, or only a part is gone */
  extent: 'all' | 'part';
  /** what was here and nowhere else; null: nobody knows */
  unsent: Unsent | null;
}

export const LOSS_KEY = 'loss';

export const lossOf = async (device: DeviceDatabase): Promise<Loss | null> =>
  ((await device.meta.get(LOSS_KEY))?.value as Loss | undefined) ?? null;

export const forgetLoss = (device: DeviceDatabase): Promise<void> => device.meta.delete(LOSS_KEY);

/** What the witness says and is not here. */
const missing = (said: Unsent, here: Unsent): Unsent =>
  Object.fromEntries(UNSENT_KINDS.map((kind) => [kind, Math.max(0, said[kind] - here[kind])])) as Unsent;

const sum = (a: Unsent, b: Unsent): Unsent =>
  Object.fromEntries(UNSENT_KINDS.map((kind) => [kind, a[kind] + b[kind]])) as Unsent;

/** Notes a loss beside what the person has not read yet. */
export async function noteLoss(
  device: DeviceDatabase,
  loss: { at: number; extent: Loss['extent']; witness: LossCount | null; here: Unsent },
): Promise<void> {
  const { at, extent, witness, here } = loss;
  const unsent = witness ? missing(witness.unsent, here) : null;
  const before = await lossOf(device);
  const value: Loss = {
    at,
    lastSeenAt: before?.lastSeenAt || (witness?.at ?? 0),
    extent: before?.extent === 'all' ? 'all' : extent,
    // the same witness twice: a start that was killed before it had sealed what is left
    unsent:
      before?.unsent && unsent && before.lastSeenAt !== witness?.at
        ? sum(before.unsent, unsent)
        : (unsent ?? before?.unsent ?? null),
  };
  await device.meta.put({ key: LOSS_KEY, value });
}
