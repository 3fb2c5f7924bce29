import { expect, it } from 'vitest';
import { readTranscript } from '../model/transcript-file';
import { termsFromCsv } from '../terms/csv';
import { decodeStart, textOfFile } from './decode-text';

const file = (hex: string): Blob => new Blob([Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))]);
/** `用語,定義`, then `照度計,明るさを測る`, as a Japanese spreadsheet saves it */
const SHIFT_JIS_CSV = '97708cea2c92e88b600d0a 8fc693788c762c 96be82e982b382f091aa82e90d0a';
/** `1`, a time, and `안녕하세요. 회의를 시작하겠습니다.` in EUC-KR */
const EUC_KR_SRT =
  '310a30303a30303a30312c303030202d2d3e2030303a30303a30322c3030300a bec8b3e7c7cfbcbcbfe42e20c8b8c0c7b8a620bdc3c0dbc7cfb0dabdc0b4cfb4d92e0a';

it('reads the terms of a spreadsheet in Shift_JIS', async () => {
  expect(termsFromCsv(await textOfFile(file(SHIFT_JIS_CSV)))).toMatchObject([
    { term: '照度計', definition: '明るさを測る' },
  ]);
});

it('reads subtitles in EUC-KR', async () => {
  const [line] = readTranscript('a.srt', await textOfFile(file(EUC_KR_SRT)));
  expect(line).toMatchObject({ start: 1000, text: '안녕하세요. 회의를 시작하겠습니다.' });
});

it('reads UTF-8 with and without a byte order mark, and gives no text for binary data', async () => {
  expect(await textOfFile(file('efbbbf e794a8e8aa9e'))).toBe('用語');
  expect(await textOfFile(file('e794a8e8aa9e'))).toBe('用語');
  expect(await textOfFile(file('00010203ff'))).toBe('');
});

it.each([
  ['UTF-8', 'e4bc9ae8adb0e381aee8a898e98cb2', '会議の記録'],
  ['Shift_JIS', '89ef8b6382cd8be0976a93fa82cc92a982c9', '会議は金曜日の朝に'],
  ['EUC-KR', 'c8b8c0c7b8a620bdc3c0dbc7cfb0dabdc0b4cfb4d9', '회의를 시작하겠습니다'],
  ['UTF-16', 'fffe 1a4f 708b 6e30 188a 3293', '会議の記録'],
])('reads the start of a file in %s up to its last whole character', (_encoding, hex, text) => {
  const bytes = Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  expect(decodeStart(bytes)).toBe(text);
  expect(decodeStart(bytes.subarray(0, -1))).toBe(text.slice(0, -1));
});

it('shows the start of binary data with replacement characters', () => {
  expect(decodeStart(Uint8Array.of(0x61, 1, 0xe4, 0x62))).toBe('a\u0001\ufffdb');
});
