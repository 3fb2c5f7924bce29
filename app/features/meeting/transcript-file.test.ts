import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { writeTranscript, type TranscriptFormat } from './transcript-text';
import { LIMITS } from '../../../sync/model/limits';
import { newId } from '../../../sync/model/ids';
import {
  ImportedLine,
  IMPORTED_LINES,
  readTranscript,
  transcriptCharacters,
} from '../../../sync/model/transcript-file';

const line = (start: number, end: number, speaker: string, text: string) => ({ start, end, speaker, text });
const LINES = [
  line(1000, 2500, '田中', '予算の話 & <more>'),
  line(3_661_004, 3_662_000, 'Ann', 'Yes.'),
  line(3_700_000, 3_701_000, '', 'who was it'),
];

describe('transcript files', () => {
  it.each(['vtt', 'srt', 'json'] as TranscriptFormat[])('can be read again after writing: %s', (format) => {
    expect(readTranscript(`x.${format}`, writeTranscript(format, LINES, 'Title'))).toEqual(LINES);
  });

  it('of plain text have time, speaker and text of each line', () => {
    const text = '\ufeff[00:00:05] Ann: hello\r\n1:02 Ben：はい\r\n\r\nNo name: none. At all\nat 10:30 we meet';
    expect(readTranscript('x.txt', text)).toEqual([
      line(5000, 62_000, 'Ann', 'hello'),
      line(62_000, 62_000, 'Ben', 'はい'),
      line(-1, -1, 'No name', 'none. At all'),
      line(-1, -1, '', 'at 10:30 we meet'),
    ]);
  });

  it('of cues have speakers and no tags, and are sorted by time', () => {
    const vtt =
      'WEBVTT\n\nNOTE x\n\n2\n00:05.000 --> 00:06.000 align:start\n<v.loud Ben &amp; Co>Hi <b>all</b>\n\n1\n00:01.000 --> 00:02.000\nfirst';
    expect(readTranscript('x.vtt', vtt)).toEqual([
      line(1000, 2000, '', 'first'),
      line(5000, 6000, 'Ben & Co', 'Hi all'),
    ]);
  });

  it.each(['vtt', 'srt', 'json', 'txt'])('that are too long are not cut to what can be imported: %s', (format) => {
    const of = (count: number): string => {
      const lines = Array.from({ length: count }, (_, n) => line(n * 1000, n * 1000 + 900, '', `line ${n}`));
      return format === 'txt'
        ? lines.map(({ text }) => text).join('\n')
        : writeTranscript(format as TranscriptFormat, lines, 'Title');
    };
    expect(readTranscript(`x.${format}`, of(IMPORTED_LINES + 5)).length).toBeGreaterThan(IMPORTED_LINES);
  });

  it('keep a text that is too long for a segment, in several', () => {
    const sentence = 'The trial runs in twelve shops. ';
    const said = sentence.repeat(1000).trim();
    const lines = readTranscript('x.txt', `[00:00:05] Ann: ${said}\n[00:00:09] Ben: yes`);
    expect(
      lines
        .slice(0, -1)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(said);
    for (const { speaker, text } of lines.slice(0, -1)) {
      expect([speaker, text.length <= LIMITS.segmentText.max, text.endsWith('shops.')]).toEqual(['Ann', true, true]);
    }
    const emoji = '😀'.repeat(LIMITS.segmentText.max);
    const pieces = readTranscript('x.txt', `x${emoji}`).map(({ text }) => text);
    expect(pieces.join('')).toBe(`x${emoji}`);
    for (const piece of pieces) expect(() => encodeURIComponent(piece)).not.toThrow();
  });

  it('respect the limits for any content', () => {
    expect(readTranscript('x.json', '{"segments": 5}')).toEqual([]);
    expect(readTranscript('x.json', '{')).toEqual([]);
    expect(readTranscript('x.srt', '1\n99:99:99,999 --> 00:00:01,000\nx')).toEqual([line(-1, -1, '', 'x')]);
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'WEBVTT\n\n',
        ' --> ',
        '00:01.000',
        '\n\n',
        '<v A>',
        '<',
        '[',
        ': ',
        '{"segments":[',
        '99999:00:00',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('a.json', 'a.vtt', 'a.txt'), fc.array(piece, { maxLength: 30 }), (name, pieces) => {
        for (const read of readTranscript(name, pieces.join(''))) expect(v.is(ImportedLine, read)).toBe(true);
      }),
    );
  });
});

it('transcriptCharacters is a lower bound of the size of a transcript', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ start: fc.nat(), text: fc.string({ minLength: 1 }) })), (lines) => {
      const segments = lines.map(({ start, text }) => ({
        ...{ id: newId(), recordingId: '', start, end: start, text, original: '', participantId: '' },
      }));
      expect(transcriptCharacters(lines)).toBeLessThanOrEqual(JSON.stringify(segments).length);
    }),
  );
});
