import { expect, it } from 'vitest';
import { presentOf } from './present-text';

it('the time of the present text is that of its last change, also of an unsent one', () => {
  const listed = { at: 100, authorIds: ['emma', 'rei'] };
  expect(presentOf(listed, 90, null)).toEqual(listed);
  expect(presentOf(listed, 200, 'emma')).toEqual({ at: 200, authorIds: ['rei', 'emma'] });
  expect(presentOf(listed, 200, null)).toEqual({ at: 200, authorIds: ['emma', 'rei'] });
  expect(presentOf(null, 200, 'emma')).toEqual({ at: 200, authorIds: ['emma'] });
  expect(presentOf(null, 0, null)).toBeNull();
});
