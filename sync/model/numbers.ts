/** Schemas of external numbers: limited to safe integers, to the range of a database column, and to valid dates. */
import * as v from 'valibot';

/**
 * Latest accepted time: the year 2100, in milliseconds since the epoch. Formatting a date beyond JavaScript's range
 * throws.
 */
export const LATEST = 4_102_444_800_000;

/** A quantity that may be fractional: bytes, words, milliseconds. */
export const amount = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  message,
}: { min?: number; max?: number; message?: string } = {}) =>
  v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));

/** An integer: a count, or a position in a list or file. */
export const whole = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  message,
}: { min?: number; max?: number; message?: string } = {}) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));

/** A time in milliseconds since the epoch; 0 if there is none. */
export const timestamp = (message?: string) => amount({ max: LATEST, ...(message === undefined ? {} : { message }) });

/** Lower bound of `recency`: the year 2100. */
export const RECENCY_MIN = -LATEST;
