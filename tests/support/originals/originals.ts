/**
 * Small real documents for tests, one of each kind, each with a sentence that a search finds and the place of the
 * sentence.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextPlace } from '../../../sync/model/parsed-text';
import { odpOf, odsOf, odtOf, epubOf } from './open-document-files';
import { docxOf, pptxOf, xlsxOf } from './office-files';
import { pdfOf, type PdfPage } from './pdf-file';

export interface Original {
  name: string;
  bytes: Buffer;
  mimeType: string;
  /** contained in exactly one part of the text */
  sentence: string;
  /** place of that part; for a box only the expected fields */
  place: TextPlace;
  language: string;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/documents/', import.meta.url));
/** A scanned page in Japanese. */
export const scannedPage = (): { picture: Buffer; width: number; height: number } => ({
  picture: readFileSync(join(FIXTURES, 'scan-ja.jpg')),
  width: 1000,
  height: 620,
});

/** A page in English as JPEG 2000. */
export const scannedPage2000 = (): PdfPage => ({
  picture: readFileSync(join(FIXTURES, 'scan-en.jp2')),
  filter: 'JPXDecode',
  width: 900,
  height: 300,
});

type Made = Omit<Original, 'language'> & { language?: string };
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const MAKERS = {
  scannedPdf: async (): Promise<Made> => ({
    name: '出張の予定.pdf',
    mimeType: 'application/pdf',
    bytes: pdfOf([scannedPage()], { title: '出張の予定' }),
    sentence: '次の会議は十月三日',
    place: { page: 1 },
    language: 'ja',
  }),
  pdf: async (): Promise<Made> => ({
    name: 'harbour-report.pdf',
    mimeType: 'application/pdf',
    bytes: pdfOf(
      [
        { lines: ['The harbour was measured in spring.', 'Its basin holds forty boats.'] },
        { lines: ['The eastern pier must be repaired before the winter storms arrive.'] },
      ],
      { title: 'Harbour report', bookmarks: [['Measurements', 1], ['Repairs', 2]] }, // prettier-ignore
    ),
    sentence: 'The eastern pier must be repaired before the winter storms arrive.',
    place: { page: 2 },
  }),
  japanesePdf: async (): Promise<Made> => ({
    name: '港の報告.pdf',
    mimeType: 'application/pdf',
    bytes: pdfOf([{ eastAsian: ['港の水深は春に測りました。'] }]),
    sentence: '港の水深は春に測りました。',
    place: { page: 1 },
    language: 'ja',
  }),
  docx: async (): Promise<Made> => ({
    name: '供应商合同.docx',
    mimeType: `${OPEN_XML}.wordprocessingml.document`,
    bytes: await docxOf(
      [
        { heading: '付款条件', paragraph: '货款应在收到发票后三十天内支付。' },
        { heading: '交货', paragraph: '供应商每月十五日之前把货物送到仓库。', rows: [['产品', '数量'], ['螺丝', '四百']] }, // prettier-ignore
      ],
      { title: '供应商合同' },
    ),
    sentence: '供应商每月十五日之前把货物送到仓库。',
    place: {},
    language: 'zh-Hans',
  }),
  xlsx: async (): Promise<Made> => ({
    name: 'budget.xlsx',
    mimeType: `${OPEN_XML}.spreadsheetml.sheet`,
    bytes: await xlsxOf(
      {
        Costs: [['Item', 'Amount', 'Due'], ['Paint for the boathouse', 1250.5, { serial: 46082 }]], // prettier-ignore
        Income: [[], ['', 'Tickets of the summer festival', 9800]],
      },
      { title: 'Budget' },
    ),
    sentence: 'Tickets of the summer festival',
    place: { sheet: 'Income', cell: 'B2' },
  }),
  pptx: async (): Promise<Made> => ({
    name: 'launch.pptx',
    mimeType: `${OPEN_XML}.presentationml.presentation`,
    bytes: await pptxOf(
      [
        { title: 'Launch plan', lines: ['Three teams and one date'] },
        {
          title: 'Risks',
          lines: ['The printers may deliver the catalogue a week late.'],
          notes: 'Ask for a second printer.',
        },
      ],
      { title: 'Launch' },
    ),
    sentence: 'The printers may deliver the catalogue a week late.',
    place: { slide: 2 },
  }),
  html: async (): Promise<Made> => ({
    name: 'orchard.html',
    mimeType: 'text/html',
    bytes: Buffer.from(
      '<!doctype html><html lang="en"><head><title>The orchard</title><style>p{color:red}</style></head><body><h1>The orchard</h1><p>Apples are picked in September.</p><p>Pears keep in the cellar until the first frost.</p><script>alert(1)</script></body></html>',
    ),
    sentence: 'Pears keep in the cellar until the first frost.',
    place: {},
  }),
  markdown: async (): Promise<Made> => ({
    name: 'decisions.md',
    mimeType: 'text/markdown',
    bytes: Buffer.from(
      '---\ntitle: Decisions\n---\n# Decisions\n\nWe **moved** to the [new office](https://example.com/).\n\n## Open\n\n- Who orders the desks\n- The lift is repaired by the landlord\n',
    ),
    sentence: 'The lift is repaired by the landlord',
    place: { line: 11 },
  }),
  text: async (): Promise<Made> => ({
    name: '회의록.txt',
    mimeType: 'text/plain',
    bytes: Buffer.from('회의록\n\n다음 회의는 금요일 오전 열 시에 시작합니다.\n모두 보고서를 가져오세요.\n'),
    sentence: '다음 회의는 금요일 오전 열 시에 시작합니다.',
    place: { line: 3 },
    language: 'ko',
  }),
  csv: async (): Promise<Made> => ({
    name: 'stock.csv',
    mimeType: 'text/csv',
    bytes: Buffer.from('item,place,count\n"brass hinges","shelf 4,\nleft",120\ncopper wire,shelf 9,14\n'),
    sentence: 'copper wire',
    place: { line: 4 },
  }),
  code: async (): Promise<Made> => ({
    name: 'tide.py',
    mimeType: 'text/x-python',
    bytes: Buffer.from('import math\n\n\ndef height_of_tide(hour):\n    return math.sin(hour)\n'),
    sentence: 'def height_of_tide(hour):',
    place: { line: 4 },
  }),
  email: async (): Promise<Made> => ({
    name: 'offer.eml',
    mimeType: 'message/rfc822',
    bytes: Buffer.from(
      [
        'From: Ann Lee <ann@example.com>',
        'To: bo@example.com',
        'Subject: =?utf-8?q?Offer_for_the_greenhouse?=',
        'Date: Mon, 02 Mar 2026 09:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Hello Bo,',
        '',
        'the glass for the greenhouse arrives on Thursday.',
        '--b',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="prices.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        'JVBERi0=',
        '--b--',
        '',
      ].join('\r\n'),
    ),
    sentence: 'the glass for the greenhouse arrives on Thursday.',
    place: {},
  }),
  epub: async (): Promise<Made> => ({
    name: 'lighthouse.epub',
    mimeType: 'application/epub+zip',
    bytes: await epubOf(
      [
        { heading: 'The keeper', paragraphs: ['He climbed the stairs each evening.'] },
        { heading: 'The storm', paragraphs: ['The lamp burned through the whole of the night.'] },
      ],
      { title: 'The lighthouse' },
    ),
    sentence: 'The lamp burned through the whole of the night.',
    place: {},
  }),
  odt: async (): Promise<Made> => ({
    name: '會議紀錄.odt',
    mimeType: `${OPEN_DOCUMENT}.text`,
    bytes: await odtOf('會議紀錄', ['與會者同意將發表會延後兩週舉行。'], '會議紀錄'),
    sentence: '與會者同意將發表會延後兩週舉行。',
    place: {},
    language: 'zh-Hant',
  }),
  ods: async (): Promise<Made> => ({
    name: 'harvest.ods',
    mimeType: `${OPEN_DOCUMENT}.spreadsheet`,
    bytes: await odsOf({ Fields: [['Field', 'Tonnes'], ['', 'Barley behind the mill']] }, 'Harvest'), // prettier-ignore
    sentence: 'Barley behind the mill',
    place: { sheet: 'Fields', cell: 'B2' },
  }),
  odp: async (): Promise<Made> => ({
    name: 'garden.odp',
    mimeType: `${OPEN_DOCUMENT}.presentation`,
    bytes: await odpOf([
      { title: 'The garden', lines: ['Roses along the wall'] },
      { title: 'Water', lines: ['The pump needs a new filter every spring'] },
    ]),
    sentence: 'The pump needs a new filter every spring',
    place: { slide: 2 },
  }),
  rtf: async (): Promise<Made> => ({
    name: 'letter.rtf',
    mimeType: 'application/rtf',
    bytes: Buffer.from(
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\info{\\title A letter}}\\f0 Dear \\b Ms Caf\\'e9\\b0 ,\\par The violin is ready and waits in the workshop.\\par \\uc1\\u26085?\\u26412?\\par}",
      'latin1',
    ),
    sentence: 'The violin is ready and waits in the workshop.',
    place: {},
  }),
  image: async (): Promise<Made> => ({
    name: '予定.jpg',
    mimeType: 'image/jpeg',
    bytes: scannedPage().picture,
    sentence: '次の会議は十月三日',
    place: {},
    language: 'ja',
  }),
} as const;

export type OriginalKind = keyof typeof MAKERS;
export const ORIGINAL_KINDS = Object.keys(MAKERS) as OriginalKind[];
/** Kinds whose text is read from a picture, which takes some seconds. */
export const READ_KINDS: readonly OriginalKind[] = ['scannedPdf', 'image'];

export const makeOriginal = async (kind: OriginalKind): Promise<Original> => ({
  language: 'en',
  ...(await MAKERS[kind]()),
});
