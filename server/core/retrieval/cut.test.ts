import { describe, expect, it } from 'vitest';
import { cutsOf } from './cut';
import type { Piece } from '../../shared/passages';

const piece = (kind: Piece['kind'], text: string, rest: Partial<Piece> = {}): Piece => ({
  kind,
  text,
  start: 0,
  level: 0,
  partId: 'p1',
  at: -1,
  speaker: '',
  ...rest,
});
/** bit 0: harbour, bit 1: lease */
const maskOf = (text: string): number => (/harbour/.test(text) ? 1 : 0) | (/lease/.test(text) ? 2 : 0);
const texts = (pieces: Piece[]): string[] => cutsOf(pieces, maskOf).map(({ text }) => text);

describe('passages', () => {
  it('are sections with their headings that contain a term', () => {
    expect(
      texts([
        piece('heading', 'Costs'),
        piece('listItem', '- the harbour'),
        piece('listItem', '- the bus'),
        piece('heading', 'Other'),
        piece('text', 'nothing'),
      ]),
    ).toEqual(['Costs\n- the harbour\n- the bus']);
  });

  it('are rows of a table with its header', () => {
    const rows = ['Place\tRent', 'harbour\t5', 'station\t6'].map((text, i) =>
      piece('tableRow', text, { partId: `p${i + 1}` }),
    );
    expect(cutsOf(rows, maskOf)).toMatchObject([{ text: 'Place\tRent\nharbour\t5', partId: 'p2', mask: 1 }]);
  });

  it('are one to three speaking turns of a transcript, with speakers and time', () => {
    const turns = ['hello', 'the harbour', 'yes', 'no', 'bye'].map((text, i) =>
      piece('turn', text, { partId: `s${i}`, at: i * 1000, speaker: i % 2 ? 'Ben' : 'Ann' }),
    );
    expect(cutsOf(turns, maskOf)).toMatchObject([
      { text: 'Ben: the harbour\nAnn: yes\nBen: no', partId: 's1', at: 1000 },
    ]);
  });

  it('are verbatim at their offset in a note, including empty lines', () => {
    const note = 'Costs\n\nthe harbour\nthe lease';
    const pieces = ['Costs', 'the harbour', 'the lease'].map((text) =>
      piece('text', text, { partId: '', start: note.indexOf(text) }),
    );
    for (const { text, start } of cutsOf(pieces, maskOf)) expect(note.slice(start, start + text.length)).toBe(text);
    expect(texts(pieces)).toEqual([note]);
  });

  it('have at most 2,000 units: of a long paragraph, the part with most terms', () => {
    const long = `${'word '.repeat(1000)}the harbour and its lease. ${'word '.repeat(1000)}`;
    const [cut] = cutsOf([piece('text', long, { start: 7, partId: '' })], maskOf);
    expect(cut!.text.length).toBeLessThanOrEqual(2_000);
    expect(cut!.mask).toBe(3);
    expect(long.slice(cut!.start - 7, cut!.start - 7 + cut!.text.length)).toBe(cut!.text);
    expect(cut!.text).toContain('the harbour and its lease');
  });
});
