import { languageTag } from '../../sync/model/languages';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/**
 * A formatted number of bytes in a language: `1.5 MB`. Steps of 1,024 and at most two decimals, without trailing zeros
 * (workspace 9); unit names by CLDR.
 *
 * @param language the app's code: `en`, `zh_hans`
 */
export function sizeText(bytes: number, language: string): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // a value that rounds to 1,024 of a unit is shown as 1 of the next
  while (Math.round(value * 100) / 100 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return new Intl.NumberFormat(languageTag(language), {
    style: 'unit',
    unit: UNITS[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 ? 0 : 2,
  }).format(value);
}
