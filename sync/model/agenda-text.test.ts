import { expect, it } from 'vitest';
import { agendaOf } from './agenda-text';
import { LIMITS } from './limits';

it('reads an item from each line, without its mark', () => {
  const pasted = '1. Budget\n\n - [x] Hiring\r\n• 採用\n２．予算\n一、预算\n(3) 2026 goals\n2026 budget';
  expect(agendaOf(pasted)).toEqual(['Budget', 'Hiring', '採用', '予算', '预算', '2026 goals', '2026 budget']);
});

it('respects the limits of items and of their length', () => {
  const items = agendaOf(`${'x'.repeat(10_000)}\n`.repeat(1000));
  expect(items).toHaveLength(LIMITS.agenda);
  expect(items[0]).toHaveLength(LIMITS.agendaItem.max);
  expect(agendaOf('- \n*\n1.\n \u200b')).toEqual([]);
});
