/** Durations between events of the demo, in milliseconds. */
export const HALF_HOUR = 30 * 60 * 1000;
export const DAY = 48 * HALF_HOUR;
