import { describe, expect, it } from 'vitest';
import type { SummaryItem } from '../../../sync/model/kinds/summaries';
import { actionsOf, carriedOver, previousOf, seriesTitle } from './series';

const meeting = (id: string, title: string, at: number, more: object = {}) => ({
  id,
  projectId: 'p',
  title,
  actualStartAt: at,
  createdAt: 0,
  ...more,
});

describe('series of meetings', () => {
  it.each([
    ['Launch planning, week 13', 'Launch planning, week 14'],
    ['週次定例 第12回', '週次定例 第13回'],
    ['週次定例 2026年4月1日', '週次定例 2026年4月8日'],
    ['경영 회의 3주차', '경영 회의 4주차'],
    ['产品周会 2026-04-01', '产品周会 2026-04-08'],
    ['Weekly Meeting', 'weekly meeting'],
  ])('%s and %s are of the same series', (a, b) => expect(seriesTitle(a)).toBe(seriesTitle(b)));

  it.each([
    ['Weekly meeting', 'Weekly planning'],
    ['産品會議', '產品發表會'],
  ])('%s and %s are of different series', (a, b) => expect(seriesTitle(a)).not.toBe(seriesTitle(b)));

  it('finds the previous meeting in the same project', () => {
    const all = [
      meeting('a', 'Weekly, week 1', 10),
      meeting('b', 'Weekly, week 2', 20),
      meeting('other', 'Weekly, week 2', 25, { projectId: 'q' }),
      meeting('c', 'Weekly, week 3', 30),
      meeting('d', 'Weekly, week 4', 40),
    ];
    expect(previousOf(all[3]!, all)?.id).toBe('b');
    expect(previousOf(all[0]!, all)).toBeNull();
    expect(previousOf(meeting('n', '2026-04-08', 50), [meeting('m', '2026-04-01', 40)])).toBeNull();
  });

  it('uses the UID of the calendar entry if there is one', () => {
    const now = meeting('b', 'Renamed', 20, { calendarUid: 'uid' });
    const all = [meeting('a', 'Weekly', 10, { calendarUid: 'uid', projectId: '' }), meeting('r', 'Renamed', 15)];
    expect(previousOf(now, all)?.id).toBe('a');
  });
});

describe('open actions', () => {
  const items = [
    { kind: 'action', text: 'Draw the button', who: 'Ben', due: 'Thursday' },
    { kind: 'action', text: 'Book the hall', who: '', due: '' },
    { kind: 'decision', text: 'Start in April', who: '', due: '' },
  ] as SummaryItem[];

  it('lists each action once, with the state of its check box', () => {
    expect(actionsOf('- [x] Draw the button — Ben, Thursday\n- [ ] Call \\[Mei\\]\n- no action', items)).toEqual([
      { text: 'Draw the button — Ben, Thursday', isDone: true },
      { text: 'Call [Mei]', isDone: false },
      { text: 'Book the hall', isDone: false },
    ]);
  });

  it('carries over open actions that are not in the note yet', () => {
    const last = actionsOf('- [x] Done\n- [ ] Call Mei\n- [ ] Ask Ben', []);
    expect(carriedOver(last, '- [ ] ask ben')).toEqual([{ text: 'Call Mei', isDone: false }]);
  });
});
