import { languageTag } from '../../sync/model/languages';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * A number of bytes in the digits of a language: `1.50 MB`. Steps of 1,024 and two decimals, none for bytes (workspace
 * 9).
 *
 * @param language the app's code: `en`, `zh_hans`
 * @param decimals 0 for limits, which are whole numbers of their unit: `500 GB`
 */
export function sizeText(bytes: number, language: string, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // a value that rounds to 1,024 of a unit is shown as 1 of the next
  while (Math.round(value * 100) / 100 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : decimals;
  const number = new Intl.NumberFormat(languageTag(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
  return `${number} ${UNITS[unit]!}`;
}
