/**
 * The lease: how long a replica may be used without the server. It counts from the last contact by this device's own
 * clock, so a clock that is wrong by days does no harm. A clock put back behind a time it has already shown ends the
 * lease, because the elapsed time is unknown. An ended lease stays ended, whatever the clock shows later.
 */
import * as v from 'valibot';

const Time = v.pipe(v.number(), v.minValue(0));
export const Lease = v.object({
  /** device milliseconds of the server's last answer to a session that may use the replica */
  contactAt: Time,
  /** the latest time this device's clock has shown since (milliseconds) */
  seen: Time,
  /** ended for good: only an answer of the server begins another lease */
  over: v.optional(v.boolean()),
});
export type Lease = v.InferOutput<typeof Lease>;

const HOUR = 60 * 60_000;
/** milliseconds by which time synchronisation may set the clock back */
const CLOCK_TOLERANCE = 10 * 60_000;

export const leaseEndsAt = (lease: Lease, hours: number): number => lease.contactAt + hours * HOUR;

/** @param hours 0: there is no lease */
export const leaseEnded = (lease: Lease, hours: number, now: number): boolean =>
  hours > 0 && (lease.over === true || now >= leaseEndsAt(lease, hours) || now < lease.seen - CLOCK_TOLERANCE);
