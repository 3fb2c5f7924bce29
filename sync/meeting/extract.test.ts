import { describe, expect, it } from 'vitest';
import { extractOf, plainLine } from './extract';
import type { TimedSegment } from './segments';

const transcript = (texts: readonly string[]): TimedSegment[] =>
  texts.map((text, i) => ({
    id: `s${i}`,
    recordingId: '',
    participantId: '',
    text,
    start: i * 1000,
    end: i * 1000 + 900,
    at: i * 1000,
  }));

describe('extracts without a model', () => {
  it.each([
    [
      [
        'Good morning.',
        'The trial has twelve shops.',
        'Three could not share a lighting plan.',
        'Chinese is ready on Monday.',
      ],
      '- [ ] lighting plan: sharing',
      's2',
    ],
    [
      ['おはようございます。', '試用は十二店舗です。', '照明プランの共有が分かりにくいそうです。'],
      '照明プランの共有',
      's2',
    ],
    [['早上好。', '试用有十二家店。', '他们找不到怎么分享照明方案。'], '分享照明方案', 's2'],
    [['안녕하세요.', '시험 매장은 열두 곳입니다.', '조명 계획을 공유하는 방법을 몰랐대요.'], '조명 계획 공유', 's2'],
  ])('finds the passage that a line of the note belongs to: %s', async (texts, line, id) => {
    expect((await extractOf(transcript(texts), [line], [])).lines[0]?.segmentIds[0]).toBe(id);
  });

  it('leaves out lines without a passage, and keeps headings without a passage', async () => {
    const extract = await extractOf(
      transcript(['The budget is five million yen.']),
      ['Holiday photos', 'ok'],
      [{ heading: 'Risks', what: '' }],
    );
    expect(extract.lines).toEqual([]);
    expect(extract.headings).toEqual([{ line: 'Risks', segmentIds: [] }]);
  });

  it('lists every line typed while recording, with the segment of its time before matching segments', async () => {
    const said = transcript(['The trial has twelve shops.', 'Good morning.', 'Three could not share a lighting plan.']);
    const typed = { recordingId: '', at: 1_500, start: 1_500, segmentId: 's1', userId: 'ann' };
    const { moments } = await extractOf(
      said,
      [],
      [],
      [
        { ...typed, id: 'm1', kind: 'note', text: 'share the lighting plan' },
        { ...typed, id: 'm2', kind: 'bookmark', text: '' },
        { ...typed, id: 'm3', kind: 'note', text: 'Buy flowers', segmentId: '' },
      ],
    );
    expect(moments).toEqual([
      { momentId: 'm1', line: 'share the lighting plan', segmentIds: ['s1', 's2'] },
      { momentId: 'm2', line: '', segmentIds: ['s1'] },
      { momentId: 'm3', line: 'Buy flowers', segmentIds: [] },
    ]);
  });

  it('lists decisions and tasks of the note', async () => {
    const { noted } = await extractOf([], ['Agenda', '- [x] Order lamps', 'Decision: April it is', 'Decisions:'], []);
    expect(noted).toEqual([
      { kind: 'action', text: 'Order lamps', isDone: true },
      { kind: 'decision', text: 'April it is', isDone: false },
    ]);
  });

  it('removes Markdown marks from a line', () => {
    expect(plainLine('  - [x] **Call** [Mei](https://example.com)')).toBe('Call Mei');
  });

  it('starts a topic where the words change', async () => {
    const budget = Array.from(
      { length: 20 },
      (_, i) => `The budget and the prices of the lamps, item ${i}, cost money in yen.`,
    );
    const hiring = Array.from(
      { length: 20 },
      (_, i) => `We hire an engineer, candidate ${i}, after two interviews with the team.`,
    );
    const { topics } = await extractOf(transcript([...budget, ...hiring]), [], []);
    expect(topics.map(({ from }) => from)).toContain('s20');
    expect(topics[0]!.words.join(' ')).toMatch(/budget|prices|lamps/);
    expect(topics.at(-1)!.words.join(' ')).toMatch(/engineer|interviews|hire/);
  });

  it('finds no topics in a short meeting', async () => {
    expect((await extractOf(transcript(['One.', 'Two.']), [], [])).topics).toEqual([]);
  });
});
