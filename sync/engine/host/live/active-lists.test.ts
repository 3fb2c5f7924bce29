import { expect, test } from 'vitest';
import { ActiveLists } from './active-lists';

test('lists that are open come first, and before any is open the one that the first screen will show', () => {
  const screen = new ActiveLists();
  screen.expect('p1');
  expect(screen.spaces).toEqual(['project:p1']);
  screen.entered({ kind: 'account' });
  expect(screen.spaces).toEqual(['project:p1']);
  const left = screen.entered({ kind: 'find', collection: 'notes', selector: { projectId: 'p2' } });
  expect(screen.spaces).toEqual(['project:p2']);
  left();
  expect(screen.spaces).toEqual([]);
});
