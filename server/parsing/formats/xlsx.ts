/** Excel workbooks: a part for each row with its sheet and first cell; dates as people read them. */
import { describePackage, relationsOf } from '../containers/open-xml';
import { readXml } from '../containers/xml';
import { openZip, type Zip } from '../containers/zip';
import type { TextCollector } from '../text/collector';
import type { Format } from './format';

/** UTF-16 units of all shared strings */
const SHARED_UNITS = 20_000_000;
const SHEET_NAME_UNITS = 255;
const DAY = 86_400_000;
/** day 0 of serial dates, for days after the nonexistent 29 February 1900 */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

export const parseXlsx: Format = async ({ bytes }, { text, progress }) => {
  const zip = await openZip(bytes);
  const title = await describePackage(zip, text);
  const main = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  const workbook = await workbookOf(zip, main ?? 'xl/workbook.xml');
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (text.isFull) break;
    await readSheet(zip, workbook, sheet, text);
    progress((index + 1) / workbook.sheets.length);
  }
  return { title, pages: workbook.sheets.length };
};

interface Sheet {
  name: string;
  path: string;
}
interface Workbook {
  sheets: Sheet[];
  strings: string[];
  /** of each cell style, whether it shows a date */
  isDate: boolean[];
  epoch: number;
}

async function workbookOf(zip: Zip, path: string): Promise<Workbook> {
  const relations = await relationsOf(zip, path);
  const of = (type: string): string => [...relations.values()].find((each) => each.type === type)?.path ?? '';
  const sheets: Sheet[] = [];
  let epoch = EPOCH;
  await readXml(await zip.text(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = EPOCH_1904;
      const relation = relations.get(attributes['r:id'] ?? '');
      if (name === 'sheet' && relation?.type === 'worksheet')
        sheets.push({ name: (attributes['name'] ?? '').slice(0, SHEET_NAME_UNITS), path: relation.path });
    },
  });
  return {
    sheets,
    strings: await stringsOf(zip, of('sharedStrings')),
    isDate: await datesOf(zip, of('styles')),
    epoch,
  };
}

async function stringsOf(zip: Zip, path: string): Promise<string[]> {
  const strings: string[] = [];
  // a workbook whose cells hold their texts themselves has none
  if (path === '') return strings;
  let [current, units, inText, inReading] = ['', 0, false, false];
  await readXml(zip.stream(path), {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') inReading = true;
      if (name === 't') inText = !inReading;
    },
    text: (text) => {
      if (inText) current += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') inReading = false;
      if (name === 'si') {
        units += current.length;
        strings.push(current);
      }
    },
    isDone: () => units > SHARED_UNITS,
  });
  return strings;
}

/** Formats of dates that every workbook has by number. */
const isDateNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
/** Letters of a date, outside quotes and brackets. */
const isDatePattern = (pattern: string): boolean => /[ymdhs]/i.test(pattern.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

async function datesOf(zip: Zip, path: string): Promise<boolean[]> {
  const patterns = new Map<number, string>();
  const dates: boolean[] = [];
  let inCells = false;
  if (!zip.has(path)) return dates;
  await readXml(zip.stream(path), {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') patterns.set(id, formatCode);
      if (name === 'cellXfs') inCells = true;
      const pattern = patterns.get(id);
      if (name === 'xf' && inCells) dates.push(pattern === undefined ? isDateNumber(id) : isDatePattern(pattern));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}

async function readSheet(zip: Zip, workbook: Workbook, sheet: Sheet, text: TextCollector): Promise<void> {
  let cells: { at: string; value: string }[] = [];
  let cell = { at: '', type: '', style: 0, value: '' };
  let isValue = false;
  await readXml(zip.stream(sheet.path), {
    open: (name, { r = '', t = '', s }) => {
      if (name === 'row') cells = [];
      if (name === 'c') cell = { at: r, type: t, style: Number(s ?? 0), value: '' };
      if (name === 'v' || name === 't') isValue = true;
    },
    text: (value) => {
      if (isValue) cell.value += value;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') {
        const value = shown(cell, workbook);
        if (value) cells.push({ at: cell.at, value });
      }
      if (name === 'row' && cells.length > 0)
        text.add('tableRow', cells.map(({ value }) => value).join('\t'), {
          sheet: sheet.name,
          ...(cells[0]!.at && { cell: cells[0]!.at.slice(0, 20) }),
        });
    },
    isDone: () => text.isFull,
  });
}

function shown({ type, style, value }: { type: string; style: number; value: string }, workbook: Workbook): string {
  if (type === 's') return oneLine(workbook.strings[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value;
  if (type !== '' && type !== 'n') return oneLine(value);
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  return workbook.isDate[style] ? dateOf(number, workbook.epoch) : String(number);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `2026-03-01`, with its time if it has one; a time alone below one day. */
function dateOf(serial: number, epoch: number): string {
  const at = new Date(epoch + Math.round(serial * DAY));
  if (Number.isNaN(at.getTime())) return String(serial);
  const [date = '', time = ''] = at.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (serial < 1) return clock;
  return clock === '00:00' ? date : `${date} ${clock}`;
}
