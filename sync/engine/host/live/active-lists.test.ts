import { expect, test } from 'vitest';
import { ActiveLists } from './active-lists';

test('the spaces of open lists are active; before one opens, the space that the first screen will show', () => {
  const lists = new ActiveLists();
  lists.expect('p1');
  expect(lists.spaces).toEqual(['project:p1']);
  lists.opened({ kind: 'account' });
  expect(lists.spaces).toEqual(['project:p1']);
  const close = lists.opened({ kind: 'find', collection: 'notes', selector: { projectId: 'p2' } });
  expect(lists.spaces).toEqual(['project:p2']);
  close();
  expect(lists.spaces).toEqual([]);
  const order = { by: 'added', isDescending: true } as const;
  lists.opened({ kind: 'items', projectId: 'p3', of: 'files', order, language: 'en', limit: 30 });
  expect(lists.spaces).toEqual(['project:p3']);
});
