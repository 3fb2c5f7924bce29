/** OpenDocument texts, spreadsheets and presentations: one reader, because their content has one vocabulary. */
import type { TextPlace } from '../../../sync/model/parsed-text';
import { readXml, textsOf } from '../containers/xml';
import { openZip } from '../containers/zip';
import { cannotParse } from '../failure';
import type { TextCollector } from '../text/collector';
import type { Format } from './format';

/** Not part of the text as it is read. */
const SKIPPED = new Set([
  'tracked-changes',
  'annotation',
  'note-citation',
  'forms',
  'desc',
  'title',
  'page-number',
  'scripts',
]);
const SHEET_NAME_UNITS = 255;
/** Repetitions of a cell with content; a sheet is filled to its last column by empty ones. */
const REPEATED = 100;

export const parseOpenDocument: Format = async ({ bytes }, { text }) => {
  const zip = await openZip(bytes);
  if ((await zip.text('META-INF/manifest.xml')).includes('encryption-data')) throw cannotParse('FILE_ENCRYPTED');
  if (!zip.has('content.xml')) throw cannotParse('FILE_DAMAGED');
  if (zip.names.some((name) => /^(Basic|Scripts)\/./.test(name))) text.notice('macros');
  const reader = new ContentReader(text, (await zip.text('mimetype')).includes('spreadsheet'));
  await readXml(zip.stream('content.xml'), {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (part) => reader.characters(part),
    isDone: () => text.isFull,
  });
  const meta = await zip.text('meta.xml');
  const title = meta ? await textsOf(meta, ['title']).catch(() => ({})) : {};
  return { title: (title as Record<string, string>)['title'] ?? '', pages: reader.pages };
};

type Attributes = Record<string, string>;

class ContentReader {
  pages = 0;
  private line = '';
  private skipped = 0;
  private listDepth = 0;
  private heading = 0;
  private shape = '';
  private place: TextPlace = {};
  private sheetRow = 0;
  private column = 0;
  private rows: { cells: string[]; first: string; count: number }[] = [];
  private cell: { text: string; count: number } | null = null;

  constructor(
    private readonly text: TextCollector,
    private readonly isSpreadsheet: boolean,
  ) {}

  open(name: string, of: Attributes): void {
    if (this.skipped > 0 || SKIPPED.has(name)) {
      this.skipped += 1;
      return;
    }
    switch (name) {
      case 'p':
      case 'h':
        this.line = '';
        this.heading = name === 'h' ? Number(of['text:outline-level'] ?? 1) || 1 : 0;
        break;
      case 's':
        this.line += ' '.repeat(Math.min(20, Number(of['text:c'] ?? 1) || 1));
        break;
      case 'tab':
        this.line += ' ';
        break;
      case 'line-break':
        this.line += '\n';
        break;
      case 'list':
        this.listDepth += 1;
        break;
      case 'page':
        this.pages += 1;
        this.place = { slide: this.pages };
        break;
      case 'frame':
        this.shape = of['presentation:class'] ?? '';
        break;
      case 'table':
        this.openTable(of['table:name'] ?? '');
        break;
      case 'table-row':
        this.rows.push({ cells: [], first: '', count: Number(of['table:number-rows-repeated'] ?? 1) || 1 });
        this.column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.cell = { text: '', count: Number(of['table:number-columns-repeated'] ?? 1) || 1 };
        break;
    }
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    if (name === 'p' || name === 'h') this.endLine();
    else if (name === 'list') this.listDepth -= 1;
    else if (name === 'frame') this.shape = '';
    else if (name === 'table-cell' || name === 'covered-table-cell') this.endCell();
    else if (name === 'table-row') this.endRow();
  }

  characters(part: string): void {
    if (this.skipped === 0) this.line += part.replace(/[\t\n\r ]+/g, ' ');
  }

  private openTable(name: string): void {
    if (!this.isSpreadsheet) return;
    this.pages += 1;
    this.sheetRow = 0;
    this.place = { sheet: name.slice(0, SHEET_NAME_UNITS) };
  }

  private endLine(): void {
    const line = this.line.trim();
    this.line = '';
    if (!line) return;
    if (this.cell) this.cell.text += this.cell.text ? ` ${line}` : line;
    else if (this.heading > 0) this.text.heading(line, this.heading, this.place);
    else if (this.shape === 'title') this.text.heading(line, 1, this.place);
    else if (this.listDepth > 0) this.text.add('listItem', line, this.place, Math.min(9, this.listDepth));
    else this.text.add('text', line, this.place);
  }

  private endCell(): void {
    const [cell, row] = [this.cell, this.rows.at(-1)];
    this.cell = null;
    if (!cell || !row) return;
    const value = cell.text.replace(/\s+/g, ' ');
    if (value) {
      if (!row.first) row.first = columnName(this.column);
      for (let count = Math.min(cell.count, REPEATED); count > 0; count -= 1) row.cells.push(value);
    }
    this.column += cell.count;
  }

  private endRow(): void {
    const row = this.rows.pop();
    if (!row) return;
    const number = this.sheetRow + 1;
    // a row within a cell is of a table in a table
    if (this.rows.length === 0) this.sheetRow += row.count;
    if (row.cells.length === 0) return;
    const place = this.isSpreadsheet ? { ...this.place, cell: `${row.first}${number}` } : this.place;
    this.text.add('tableRow', row.cells.join('\t'), place);
  }
}

/** Letters of a column: 0 → A, 26 → AA. */
export function columnName(index: number): string {
  let [name, rest] = ['', index];
  do {
    name = String.fromCharCode(65 + (rest % 26)) + name;
    rest = Math.floor(rest / 26) - 1;
  } while (rest >= 0);
  return name;
}
