/** One point of a trend: `from` in milliseconds, and its time in words for the axis and for the table. */
export interface TrendPoint {
  from: number;
  value: number;
  short: string;
  long: string;
}
