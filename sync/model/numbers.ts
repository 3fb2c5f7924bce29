/** Numbers from outside, within what JavaScript counts exactly, a column of the database holds, and a date can be made of. */
import * as v from 'valibot';

/** The latest time that may be told: the year 2100, in milliseconds since the epoch. Far later ones are no date, and formatting one throws. */
export const LATEST = 4_102_444_800_000;

/** An amount, which need not be whole: bytes, words, milliseconds. */
export const amount = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  message,
}: { min?: number; max?: number; message?: string } = {}) =>
  v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));

/** A whole number: a count, a place in a list or file. */
export const whole = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  message,
}: { min?: number; max?: number; message?: string } = {}) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));

/** A time in milliseconds since the epoch; 0 where there is none. */
export const moment = (message?: string) => amount({ max: LATEST, ...(message === undefined ? {} : { message }) });
