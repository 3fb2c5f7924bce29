import { expect, it } from 'vitest';
import { notedIn } from './noted';

it.each([
  ['Decision: the launch is on a Monday', 'decision', 'the launch is on a Monday'],
  ['- **決定：** 発売は四月二十日', 'decision', '発売は四月二十日'],
  ['决定：周五发布', 'decision', '周五发布'],
  ['決議：週五發布', 'decision', '週五發布'],
  ['결정 사항: 4월 20일에 출시', 'decision', '4월 20일에 출시'],
  ['TODO: call Mei', 'action', 'call Mei'],
  ['- [ ] Mei orders the lamps', 'action', 'Mei orders the lamps'],
  ['宿題：見積もりを送る', 'action', '見積もりを送る'],
  ['待办：整理合同', 'action', '整理合同'],
  ['할 일: 견적서 보내기', 'action', '견적서 보내기'],
  ['decision', 'decision', ''],
])('%s is a %s', (line, kind, text) => expect(notedIn(line)).toEqual({ kind, text, isDone: false }));

it('a checked box means that the task is done', () =>
  expect(notedIn('  1. [x] Order lamps')).toEqual({ kind: 'action', text: 'Order lamps', isDone: true }));

it.each(['The decision is hard: nobody likes it', 'Budget: five million', '', '- Mia', 'https://example.com/task: x'])(
  'other lines are neither decisions nor tasks: %s',
  (line) => expect(notedIn(line)).toBeNull(),
);
