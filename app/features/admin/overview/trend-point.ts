/** A point of a trend: `from` in milliseconds, and its labels for the axis and for the table. */
export interface TrendPoint {
  from: number;
  value: number;
  short: string;
  long: string;
}
