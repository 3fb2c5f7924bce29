/**
 * Until when a replica may be used without the server. Counted from the last contact by this device's own clock, so that a clock that
 * is wrong by days costs nothing; one that is put back behind what was seen already ends the lease, as nobody can say how long it was. A
 * lease that ended stays ended, whatever the clock shows later.
 */
import * as v from 'valibot';

const Time = v.pipe(v.number(), v.minValue(0));
export const Lease = v.object({
  /** milliseconds by this device: the server last answered to a session that may use it */
  contactAt: Time,
  /** the latest this device's clock has shown since */
  seen: Time,
  /** it ended: only the server begins another */
  over: v.optional(v.boolean()),
});
export type Lease = v.InferOutput<typeof Lease>;

const HOUR = 60 * 60_000;
/** milliseconds a clock may be set back by what keeps it right */
const BACK = 10 * 60_000;

export const leaseEndsAt = (lease: Lease, hours: number): number => lease.contactAt + hours * HOUR;

/** @param hours 0: there is no lease */
export const leaseEnded = (lease: Lease, hours: number, now: number): boolean =>
  hours > 0 && (lease.over === true || now >= leaseEndsAt(lease, hours) || now < lease.seen - BACK);
