/** Small Office files with the parts that a reader needs. */
import { escapeHtml as xml } from '../../../sync/model/html-text';
import { zipOf, type Contents } from './zip-file';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NS = `xmlns:r="${OFFICE}"`;

const relations = (targets: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${RELATIONS}">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const packaged = (main: string, type: string, title: string, parts: Contents): Contents => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  '_rels/.rels': relations([['rId1', 'officeDocument', main]]),
  'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xml(title)}</dc:title></cp:coreProperties>`,
  ...parts,
});

export interface WordBlock {
  heading?: string;
  paragraph?: string;
  rows?: readonly (readonly string[])[];
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export function docxOf(blocks: readonly WordBlock[], { title = '', more = {} as Contents } = {}): Promise<Buffer> {
  const paragraph = (text: string, style = ''): string =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;
  const body = blocks
    .map(
      ({ heading, paragraph: text, rows = [] }) =>
        (heading === undefined ? '' : paragraph(heading, '1')) +
        (text === undefined ? '' : paragraph(text)) +
        (rows.length === 0
          ? ''
          : `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`),
    )
    .join('');
  return zipOf(
    packaged('word/document.xml', 'wordprocessingml.document', title, {
      'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
      'word/styles.xml': `${HEAD}<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/_rels/document.xml.rels': relations([['rId1', 'styles', 'styles.xml']]),
      ...more,
    }),
  );
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** A date, as its serial number. */
export interface Serial {
  serial: number;
}
type Cell = string | number | Serial;

/** Rows of each sheet by its name, from row 1 and column A. */
export function xlsxOf(
  sheets: Record<string, readonly (readonly Cell[])[]>,
  { title = '', more = {} as Contents } = {},
): Promise<Buffer> {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const cell = (value: Cell, at: string): string => {
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === 'object') return `<c r="${at}" s="1"><v>${value.serial}</v></c>`;
    return value === '' ? '' : `<c r="${at}" t="s"><v>${strings.push(value) - 1}</v></c>`;
  };
  const parts: Contents = {};
  Object.values(sheets).forEach((rows, index) => {
    const data = rows
      .map((row, y) => {
        const cells = row.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`)).join('');
        return cells ? `<row r="${y + 1}">${cells}</row>` : '';
      })
      .join('');
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${HEAD}<worksheet xmlns="${SHEET}"><sheetData>${data}</sheetData></worksheet>`;
  });
  return zipOf(
    packaged('xl/workbook.xml', 'spreadsheetml.sheet', title, {
      'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" ${NS}><sheets>${names.map((name, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([
        ...names.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['rIdS', 'sharedStrings', 'sharedStrings.xml'],
        ['rIdT', 'styles', 'styles.xml'],
      ]),
      'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${SHEET}">${strings.map((each) => `<si><t>${xml(each)}</t></si>`).join('')}</sst>`,
      'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SHEET}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      ...parts,
      ...more,
    }),
  );
}

export interface Slide {
  title: string;
  lines: readonly string[];
  notes?: string;
}

const DRAWING =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

export function pptxOf(slides: readonly Slide[], { title = '', more = {} as Contents } = {}): Promise<Buffer> {
  const shape = (type: string, lines: readonly string[]): string =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${xml(line)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const sheet = (root: string, shapes: string): string =>
    `${HEAD}<p:${root} ${DRAWING}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
  const parts: Contents = {};
  slides.forEach(({ title: heading, lines, notes }, index) => {
    const number = index + 1;
    parts[`ppt/slides/slide${number}.xml`] = sheet('sld', shape('title', [heading]) + shape('body', lines));
    if (notes === undefined) return;
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relations([
      ['rId1', 'notesSlide', `../notesSlides/notesSlide${number}.xml`],
    ]);
    parts[`ppt/notesSlides/notesSlide${number}.xml`] = sheet(
      'notes',
      shape('body', [notes]) + shape('sldNum', [`${number}`]),
    );
  });
  return zipOf(
    packaged('ppt/presentation.xml', 'presentationml.presentation', title, {
      'ppt/presentation.xml': `${HEAD}<p:presentation ${DRAWING} ${NS}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        slides.map((_, at) => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`]),
      ),
      ...parts,
      ...more,
    }),
  );
}
