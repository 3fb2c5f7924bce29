/** Tables as CSV (RFC 4180) for spreadsheets: a cell that would be read as a formula begins with an apostrophe. */
const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A row with its line end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_BEGIN = '\ufeff';
