import { describe, expect, it } from 'vitest';
import { candidatesIn } from './cue-words';

const of = (text: string) =>
  candidatesIn([{ id: 's', recordingId: '', participantId: 'p', text, start: 0, end: 1, at: 0 }]).map(
    ({ kind, text: words }) => `${kind}: ${words}`,
  );

describe('candidates by cue words', () => {
  it.each([
    ['We agreed to start in April. The weather is nice.', ['decision: We agreed to start in April.']],
    ['I can draw a new version by Thursday.', ['action: I can draw a new version by Thursday.']],
    ['So the date stays as it is.', ['decision: So the date stays as it is.']],
    ['開始日は4月20日に決定しました。今日は暑いですね。', ['decision: 開始日は4月20日に決定しました。']],
    ['資料は金曜日までに送ります。', ['action: 資料は金曜日までに送ります。']],
    ['我们决定四月二十日上线。', ['decision: 我们决定四月二十日上线。']],
    ['请李明负责整理报价单。', ['action: 请李明负责整理报价单。']],
    ['我們一致同意延後發表。', ['decision: 我們一致同意延後發表。']],
    ['我來整理客戶名單，週五之前給大家。', ['action: 我來整理客戶名單，週五之前給大家。']],
    ['출시일은 4월 20일로 결정했습니다.', ['decision: 출시일은 4월 20일로 결정했습니다.']],
    ['제가 금요일까지 초안을 보내겠습니다.', ['action: 제가 금요일까지 초안을 보내겠습니다.']],
  ])('%s', (text, found) => expect(of(text)).toEqual(found));

  it.each([
    'How far are the translations?',
    'Nine of the twelve use the app every day.',
    '毎日アプリを使っているのは九店です。',
    'まず台座の重さから確認しましょう。',
    '十二家店里有九家每天都在用。',
    '열두 곳 중 아홉 곳이 매일 씁니다.',
  ])('none in %s', (text) => expect(of(text)).toEqual([]));

  describe('candidates of typed lines', () => {
    const segment = { id: 's', recordingId: 'r', participantId: 'p', text: 'Yes, in April.', start: 0, end: 9, at: 0 };
    const typed = (text: string, segmentId = '') =>
      candidatesIn(
        [segment],
        [{ id: 'k', recordingId: 'r', at: 5, start: 5, kind: 'note', text, userId: 'ann', segmentId }],
      );

    it.each([
      ['Decision: launch in April', 'decision', 'launch in April'],
      ['[ ] Mei orders the lamps', 'action', 'Mei orders the lamps'],
      ['金曜日までに送ります', 'action', '金曜日までに送ります'],
    ])('%s', (line, kind, text) =>
      expect(typed(line)).toEqual([{ kind, text, momentId: 'k', segmentId: '', participantId: '' }]),
    );

    it('a label without text marks the segment of that time', () =>
      expect(typed('決定', 's')).toEqual([
        { kind: 'decision', text: 'Yes, in April.', segmentId: 's', participantId: 'p' },
      ]));

    it('two labels for one segment are one candidate', () => {
      const label = { recordingId: 'r', at: 5, start: 5, kind: 'bookmark' as const, userId: 'ann', segmentId: 's' };
      const found = candidatesIn(
        [segment],
        [
          { ...label, id: 'k', text: 'Decision:' },
          { ...label, id: 'l', text: '決定' },
        ],
      );
      expect(found).toHaveLength(1);
    });

    it.each(['Good point', '[x] Order lamps', 'decision'])('are not found in %s', (line) =>
      expect(typed(line)).toEqual([]),
    );
  });

  it('lists a repeated sentence once', () => {
    expect(of('We agreed on April. We agreed on April.')).toHaveLength(1);
  });
});
