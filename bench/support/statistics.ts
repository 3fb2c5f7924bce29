/** Statistics of repeated measurements. Lists may be unsorted; an empty one gives NaN. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** 1234.5 → '1,235'; 1.234 → '1.2' */
export const round = (value: number): string =>
  !Number.isFinite(value)
    ? '–'
    : Math.abs(value) >= 100
      ? Math.round(value).toLocaleString('en-US')
      : value.toFixed(Math.abs(value) >= 10 ? 0 : Math.abs(value) >= 1 ? 1 : 2);
