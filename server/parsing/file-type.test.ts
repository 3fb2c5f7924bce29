import { expect, test } from 'vitest';
import type { CallError } from '../../sync/protocol/errors';
import { makeOriginal, ORIGINAL_KINDS } from '../../tests/support/originals/originals';
import { detectType, fileTypeOf } from './file-type';

const told = (name: string, head: string | Buffer): string => {
  try {
    const { type, isOther } = detectType(Buffer.from(head as Buffer), name);
    return type.extension + (isOther ? ' (other)' : '');
  } catch (error) {
    return (error as CallError).code;
  }
};

test.each(ORIGINAL_KINDS)('The first bytes of a real file tell its type: %s', async (kind) => {
  const { name, bytes, mimeType } = await makeOriginal(kind);
  expect(fileTypeOf(bytes.subarray(0, 4096), name)?.mimeType).toBe(mimeType);
});

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const ZIP = hex('504b0304140000000000000000000000000000000000000000000500000061');
test.each([
  ['a.pdf', '%PDF-1.7', '.pdf'],
  ['a.txt', '%PDF-1.7', '.pdf (other)'],
  ['a', '%PDF-1.7', '.pdf'],
  ['a.pdf', 'only text', '.txt (other)'],
  ['a.py', 'print(1)', '.py'],
  ['a.txt', '<html>', '.txt'],
  ['a.JPG', hex('ffd8ffe0'), '.jpg'],
  ['a.jpeg', hex('ffd8ffe0'), '.jpeg'],
  ['a.png', hex('ffd8ffe0'), '.jpg (other)'],
  ['a.png', '<html><script>', 'FILE_TYPE_MISMATCH'],
  ['a.svg', '<svg>', 'FILE_TYPE_NOT_SUPPORT'],
  ['a.pdf', hex('7f454c4602010100'), 'FILE_TYPE_MISMATCH'],
  ['a.txt', hex('4d5a900003000000'), 'FILE_TYPE_MISMATCH'],
  ['a.txt', 'MZ is a text', '.txt'],
  ['a.pdf', ZIP, 'FILE_TYPE_MISMATCH'],
  ['a.docx', ZIP, '.docx'],
  ['a.docx', hex('1f8b0800000000000003'), 'FILE_TYPE_MISMATCH'],
  ['a.mp3', Buffer.from('ID3\x03\x00', 'latin1'), '.mp3'],
  ['a.mp3', hex('fffb9064'), '.mp3'],
  ['a.mp3', '%PDF-1.7', 'FILE_TYPE_MISMATCH'],
  ['a.wav', 'plain words', 'FILE_TYPE_MISMATCH'],
  ['a.docx', hex('d0cf11e0a1b11ae1'), '.docx'],
  ['a.pdf', hex('d0cf11e0a1b11ae1'), 'FILE_TYPE_MISMATCH'],
  ['a.pdf', '', 'FILE_CONTENT_EMPTY'],
  ['evil.pdf.exe', '%PDF-1.7', 'FILE_TYPE_NOT_SUPPORT'],
])('%s with this content is of a type, or refused: %s', (name, head, type) => {
  expect(told(name, head)).toBe(type);
});
