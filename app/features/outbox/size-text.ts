import type { TFunction } from 'i18next';

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/** A number of bytes in words, in the reader's language: `4.2 MB`. Steps of 1,000. `t` must know `common`. */
export function sizeText(t: unknown, bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const size = new Intl.NumberFormat(language.replace('_', '-'), { maximumFractionDigits: digits }).format(value);
  return (t as TFunction)(`common:size.${UNITS[unit]!}`, { size });
}
