const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/**
 * A number of bytes as people read it, in their language: `1.5 MB`. Steps of 1,024 and at most two decimals, without zeros that say
 * nothing (workspace 9); the names of the units are those of the language (CLDR).
 *
 * @param language as the app names it: `en`, `zh_hans`
 */
export function sizeText(bytes: number, language: string): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // what would be written as 1,024 of a unit is one of the next
  while (Math.round(value * 100) / 100 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return new Intl.NumberFormat(language.replace('_', '-'), {
    style: 'unit',
    unit: UNITS[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 ? 0 : 2,
  }).format(value);
}
