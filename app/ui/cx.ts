/** Joins class names, leaving out what is not a string. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
