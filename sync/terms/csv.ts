/**
 * Reads terms from CSV (RFC 4180) with the columns term, definition, reading. Removes the apostrophe that our export
 * puts before cells that a spreadsheet would run as a formula.
 */
export interface TermRow {
  term: string;
  definition: string;
  reading: string;
}

const GUARDED = /^'(?=[=+\-@\t\r])/;
/** most rows of one file, without the header */
export const CSV_ROWS_MAX = 10_000;

/** The separator of the first line: a comma, a semicolon (spreadsheets of some countries) or a tab. */
function separatorOf(text: string): string {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  return [',', ';', '\t'].reduce((best, sign) => (line.split(sign).length > line.split(best).length ? sign : best));
}

/** Cells of each row; an unclosed quotation mark ends with the text. */
function cellsOf(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') value += sign;
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && value === '') isQuoted = true;
    else if (sign === separator) {
      row.push(value);
      value = '';
    } else if (sign === '\n') {
      rows.push([...row, value]);
      row = [];
      value = '';
    } else if (sign !== '\r') value += sign;
  }
  if (value !== '' || row.length > 0) rows.push([...row, value]);
  return rows;
}

/** First cells of a header, in the five languages and in exports of other tools. */
const HEADER = new Set(['term', 'terms', 'word', '术语', '詞彙', '词汇', '術語', '用語', '용어', '단어']);

/**
 * The rows of a file, including invalid ones, without the header and empty rows. At most CSV_ROWS_MAX + 1, so that the
 * caller can reject a file with too many.
 */
export function termsFromCsv(text: string): TermRow[] {
  const rows = cellsOf(text.replace(/^\ufeff/, ''))
    .map((cells) => cells.map((each) => each.trim().replace(GUARDED, '')))
    .filter((cells) => cells.some(Boolean));
  const first = rows[0]?.[0]?.normalize('NFKC').toLowerCase() ?? '';
  return (HEADER.has(first) ? rows.slice(1) : rows)
    .slice(0, CSV_ROWS_MAX + 1)
    .map(([term = '', definition = '', reading = '']) => ({ term, definition, reading }));
}
