import mammoth from 'mammoth';
import { expect, it } from 'vitest';
import { transcriptDocx } from './transcript-docx';

it('writes turns with speaker and time, in any script, without characters that XML forbids', async () => {
  const blob = await transcriptDocx(
    [
      { speaker: '田中', text: '予算の話\u0001を\nします <b>', start: 61_000, end: 62_000 },
      { speaker: '', text: 'no time', start: -1, end: -1 },
    ],
    '週次会議',
    'ja',
  );
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await blob.arrayBuffer()) });
  expect(value.split(/\n+/).filter(Boolean)).toEqual(['週次会議', '田中  1:01予算の話をします <b>', 'no time']);
});
