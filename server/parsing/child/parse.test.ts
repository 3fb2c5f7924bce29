/** Every kind of file within this process; limits of processes are tested in parsing.integration.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { ParsedText, type TextPart } from '../../../sync/model/parsed-text';
import { CallError } from '../../../sync/protocol/errors';
import {
  makeOriginal,
  ORIGINAL_KINDS,
  READ_KINDS,
  scannedPage,
  scannedPage2000,
} from '../../../tests/support/originals/originals';
import { docxOf, xlsxOf } from '../../../tests/support/originals/office-files';
import { pdfOf } from '../../../tests/support/originals/pdf-file';
import { zipOf } from '../../../tests/support/originals/zip-file';
import { parseFile } from './parse';

const scratch = mkdtempSync(join(tmpdir(), 'satchel-parse-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const parse = async (name: string, bytes: Buffer | string, languages: string[] = []): Promise<ParsedText> => {
  const original = { name, bytes: Buffer.from(bytes as Buffer), languages };
  const text = await parseFile(original, { progress: () => undefined, deadline: Date.now() + 600_000, scratch });
  return v.parse(ParsedText, text);
};
const codeOf = (name: string, bytes: Buffer | string): Promise<string> =>
  parse(name, bytes).then(
    (text) => `text of ${text.parts.length} parts`,
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const partWith = (text: ParsedText, sentence: string): TextPart | undefined =>
  text.parts.find((part) => part.text.includes(sentence));

test.each(ORIGINAL_KINDS.filter((kind) => !READ_KINDS.includes(kind)))(
  'The text of a file is found with its place and language: %s',
  async (kind) => {
    const { name, bytes, sentence, place, language } = await makeOriginal(kind);
    const text = await parse(name, bytes);
    expect(partWith(text, sentence)?.place).toEqual(place);
    expect(text.language).toBe(language);
    expect(text.notices).toEqual([]);
  },
);

test('A scanned page is read in the language it is in, with a box for each word', async () => {
  const { name, bytes, sentence } = await makeOriginal('scannedPdf');
  const text = await parse(name, bytes, ['en']);
  const part = partWith(text, sentence)!;
  expect(part.place.page).toBe(1);
  expect(text).toMatchObject({ title: '出張の予定', language: 'ja', pages: 1, notices: ['ocr'] });
  const [start, end, left, top, width, height] = part.place.words![0]!;
  expect(part.text.slice(start, end)).toMatch(/^次/);
  // the line stands in the lower third, at the left
  expect(top).toBeGreaterThan(600);
  expect(left).toBeLessThan(150);
  expect(width * height).toBeGreaterThan(0);
});

test('A page in a format of scanners that needs a decoder of its own is read', async () => {
  // another language was likelier
  const text = await parse('a.pdf', pdfOf([scannedPage2000()]), ['ja']);
  expect(text.parts.map((part) => part.text).join(' ')).toContain('until Monday morning');
});

test('Titles, outlines and counts come with the text', async () => {
  const pdf = await makeOriginal('pdf');
  expect(await parse(pdf.name, pdf.bytes)).toMatchObject({
    title: 'Harbour report',
    pages: 2,
    outline: [
      { title: 'Measurements', level: 1, partId: 'p1' },
      { title: 'Repairs', level: 1, partId: 'p3' },
    ],
  });
  const docx = await makeOriginal('docx');
  expect(await parse(docx.name, docx.bytes)).toMatchObject({
    title: '供应商合同',
    outline: [{ title: '付款条件' }, { title: '交货' }],
    parts: [
      { kind: 'heading', level: 1 },
      {},
      {},
      {},
      { kind: 'tableRow', text: '产品\t数量' },
      { text: '螺丝\t四百' },
    ],
  });
  const pptx = await makeOriginal('pptx');
  expect(await parse(pptx.name, pptx.bytes)).toMatchObject({
    title: 'Launch',
    pages: 2,
    outline: [{ title: 'Launch plan' }, { title: 'Risks' }],
    parts: [{}, {}, {}, {}, { text: 'Ask for a second printer.', place: { slide: 2 } }],
  });
  const xlsx = await makeOriginal('xlsx');
  expect((await parse(xlsx.name, xlsx.bytes)).parts[1]).toMatchObject({
    kind: 'tableRow',
    text: 'Paint for the boathouse\t1250.5\t2026-03-01',
    place: { sheet: 'Costs', cell: 'A2' },
  });
});

test('Chapters of a book are read in the order of its spine', async () => {
  const { name, bytes } = await makeOriginal('epub');
  expect((await parse(name, bytes)).outline.map(({ title }) => title)).toEqual(['The keeper', 'The storm']);
});

test('An e-mail has its headers, its text and the names of its attachments', async () => {
  const { name, bytes } = await makeOriginal('email');
  const lines = (await parse(name, bytes)).parts.map((part) => part.text);
  expect(lines.slice(0, 3)).toEqual([
    'Offer for the greenhouse',
    'From: Ann Lee <ann@example.com>',
    'To: bo@example.com',
  ]);
  expect(lines.at(-1)).toBe('prices.pdf');
});

test('Rich text keeps characters of every notation', async () => {
  const { name, bytes } = await makeOriginal('rtf');
  const text = await parse(name, bytes);
  expect(text.title).toBe('A letter');
  expect(text.parts.map((part) => part.text)).toEqual([
    'Dear Ms Café,',
    'The violin is ready and waits in the workshop.',
    '日本',
  ]);
});

test.each([
  ['utf-16', Buffer.from('\ufeffDie Brücke wird im Mai gesperrt', 'utf16le'), 'Die Brücke wird im Mai gesperrt'],
  ['shift_jis', Buffer.from('89ef8b638ccd8c8e976a82c58ee08e6e82dc82e882dc82b7', 'hex'), '会議'],
  ['euc-kr', Buffer.from('c8b8c0c7b4c220b1ddbff4c0cfbfa120bdc3c0dbc7d5b4cfb4d9', 'hex'), '회의'],
  ['gbk', Buffer.from('bbe1d2e9d4dad0c7c6dacee5bfaacabca3acc7ebb4f8bac3b1a8b8e6a1a3', 'hex'), '会议'],
  ['windows-1252', Buffer.from('La caf\xe9t\xe9ria ferme \xe0 midi', 'latin1'), 'cafétéria'],
])('Text is decoded without being told its encoding: %s', async (_name, bytes, found) => {
  expect((await parse('a.txt', bytes)).parts[0]!.text).toContain(found);
});

test('Damaged UTF-8 is read around the damage', async () => {
  const bytes = Buffer.concat([
    Buffer.from('会議は金曜日です。'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('以上です。'),
  ]);
  expect((await parse('a.txt', bytes)).parts[0]!.text).toMatch(/会議は金曜日です。.*以上です。/);
});

test.each([
  ['an empty file', 'a.pdf', '', 'FILE_CONTENT_EMPTY'],
  ['a PDF cut in its middle', 'a.pdf', '%PDF-1.7\n1 0 obj<</Type', 'FILE_DAMAGED'],
  ['an encrypted PDF', 'a.pdf', pdfOf([{ lines: ['secret'] }], { password: 'Kingfisher' }), 'FILE_ENCRYPTED'],
  [
    'a program named as a document',
    'a.pdf',
    Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
    'FILE_TYPE_MISMATCH',
  ],
  ['an SVG named as a picture', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'FILE_TYPE_MISMATCH'],
  ['a picture cut in its header', 'a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'FILE_DAMAGED'],
  ['a type that is not supported', 'a.exe', 'MZ', 'FILE_TYPE_NOT_SUPPORT'],
  ['random bytes named as text', 'a.txt', Buffer.from('0001020304050607', 'hex'), 'FILE_TYPE_MISMATCH'],
])('A file that cannot be parsed says why: %s', async (_what, name, bytes, code) => {
  expect(await codeOf(name, bytes)).toBe(code);
});

test('An encrypted Office file is told from an old one', async () => {
  const ole = (name: string): Buffer =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024), Buffer.from(name, 'utf16le')]);
  expect(await codeOf('a.docx', ole('EncryptedPackage'))).toBe('FILE_ENCRYPTED');
  expect(await codeOf('a.docx', ole('WordDocument'))).toBe('FILE_TYPE_MISMATCH');
});

test('A file of another type than its name is parsed by its content, and that is said', async () => {
  const { bytes, sentence, mimeType } = await makeOriginal('docx');
  const text = await parse('contract.pdf', bytes);
  expect(partWith(text, sentence)).toBeDefined();
  expect(text.notices).toEqual(['otherType']);
  expect(text.otherType).toBe(mimeType);
});

test('Macros are said and never run', async () => {
  const bytes = await docxOf([{ paragraph: 'A form with buttons.' }], {
    more: { 'word/vbaProject.bin': 'Sub AutoOpen()' },
  });
  expect((await parse('form.docm', bytes)).notices).toContain('macros');
});

test('A zip that is no document is refused', async () => {
  expect(await codeOf('a.docx', await zipOf({ 'a.txt': 'a' }))).toBe('FILE_TYPE_MISMATCH');
});

test('A truncated Office file is damaged', async () => {
  const { bytes } = await makeOriginal('xlsx');
  expect(await codeOf('a.xlsx', bytes.subarray(0, bytes.length - 200))).toBe('FILE_DAMAGED');
});

test('Archives that expand beyond the limits are refused before they are read', async () => {
  const bomb = await zipOf({ 'word/document.xml': Buffer.alloc(40 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(60_000);
  expect(await codeOf('a.docx', bomb)).toBe('FILE_TOO_COMPLEX');
  const many = await zipOf({ 'word/document.xml': '' });
  // the number of entries that its last record promises
  many.writeUInt16LE(10_001, many.length - 22 + 10);
  expect(await codeOf('a.docx', many)).toBe('FILE_TOO_COMPLEX');
});

test('Entities of XML never expand', async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`;
  expect(await codeOf('a.xlsx', await xlsxOf({ A: [['x']] }, { more: { 'xl/sharedStrings.xml': laughs } }))).toBe(
    'FILE_TOO_COMPLEX',
  );
  const text = await parse('a.xml', laughs);
  expect(text.parts.map((part) => part.text).join('')).toContain('&a;&a;');
});

test('Deep nesting costs no time and loses no text', async () => {
  const html = `<body>${'<div>'.repeat(5000)}The <b>innermost</b> sentence.${'</div>'.repeat(5000)}<p>After it.</p></body>`;
  const lines = (await parse('a.html', html)).parts.map((part) => part.text);
  expect(lines).toEqual([expect.stringMatching(/The\s+innermost\s+sentence\./), 'After it.']);
});

test('Text beyond the limits is left out, and that is said', async () => {
  const line = await parse('a.txt', 'x'.repeat(3_000_000));
  expect(line.notices).toEqual(['truncated']);
  const rows = await parse('a.csv', 'a,b\n'.repeat(30_000));
  expect(rows.notices).toEqual(['truncated']);
  expect(rows.parts).toHaveLength(20_000);
  const pages = await parse(
    'a.pdf',
    pdfOf(
      Array.from({ length: 300 }, () => ({
        lines: Array.from({ length: 40 }, () => 'A line of a very long report, which goes on. '.repeat(3)),
      })),
    ),
  );
  expect(pages).toMatchObject({ pages: 300, notices: ['truncated'] });
});

test('A sheet of dates and repeated empty cells has only what is in it', async () => {
  const { name, bytes } = await makeOriginal('ods');
  expect((await parse(name, bytes)).parts.map((part) => part.text)).toEqual([
    'Field\tTonnes',
    'Barley behind the mill',
  ]);
});

test.each([
  ['declarations', Array.from({ length: 10_001 }, (_, at) => `<w:p xmlns:n${at}="n"/>`).join(''), 'FILE_TOO_COMPLEX'],
  ['attributes', `<w:p ${Array.from({ length: 501 }, (_, at) => `a${at}=""`).join(' ')}/>`, 'FILE_TOO_COMPLEX'],
  ['nesting', `${'<w:ins>'.repeat(501)}${'</w:ins>'.repeat(501)}`, 'FILE_TOO_COMPLEX'],
  ['tags without an end', '<w:p>', 'FILE_DAMAGED'],
])('A Word file that its library would take minutes for is refused at once: %s', async (_name, body, code) => {
  const bytes = await docxOf([], {
    more: {
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  });
  expect(await codeOf('a.docx', bytes)).toBe(code);
});

test('A page of a PDF that cannot be read leaves the others', async () => {
  const bytes = pdfOf([{ lines: ['The first page is sound.'] }, { picture: Buffer.alloc(0), width: 0, height: 0 }]);
  const text = await parse('a.pdf', bytes);
  expect(text.parts[0]!.text).toBe('The first page is sound.');
  expect(text.pages).toBe(2);
});

test('Blank pages have no text, and each of them is looked at', async () => {
  const bytes = pdfOf([{ lines: [] }, { lines: [] }, { lines: ['The third page is not blank.'] }]);
  expect(await parse('a.pdf', bytes)).toMatchObject({ pages: 3, parts: [{ place: { page: 3 } }], notices: [] });
});

test('A scan that is larger than memory is left out, and that is said', async () => {
  const bytes = pdfOf([{ ...scannedPage(), width: 6000, height: 6000 }, { lines: ['The second page is text.'] }]);
  expect(await parse('a.pdf', bytes)).toMatchObject({ parts: [{ place: { page: 2 } }], notices: ['partly'] });
});

test('A picture that is larger than memory is refused by its header', async () => {
  const header = Buffer.from(scannedPage().picture.subarray(0, 4096));
  const frame = header.indexOf(Buffer.from([0xff, 0xc0]));
  header.writeUInt16BE(60_000, frame + 5);
  header.writeUInt16BE(60_000, frame + 7);
  expect(await codeOf('a.jpg', header)).toBe('FILE_TOO_COMPLEX');
});

test('A recording has no text', async () => {
  const wave = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(100)]);
  expect(await parse('a.wav', wave)).toMatchObject({ parts: [], notices: ['noText'] });
});
