/** Tables as CSV (RFC 4180), for a spreadsheet: a cell that it would take for a formula begins with an apostrophe. */
const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A row with its line end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** What tells spreadsheets that the text is UTF-8. */
export const CSV_BEGIN = '\ufeff';
