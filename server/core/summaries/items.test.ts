import { expect, it } from 'vitest';
import { itemsOf, type SupportedPoint } from './items';

const point = (text: string, more: Partial<SupportedPoint> = {}): SupportedPoint => ({
  ...{ kind: 'action', text, who: '', due: '', moments: [{ no: 9, segmentId: 's9', quote: 'said' }] },
  ...more,
});
const noted = { moments: [{ no: 1, segmentId: '', quote: 'noted' }] };

it('an action in the notes and in the transcript is one item with both passages', () => {
  const items = itemsOf([
    point('Ben sends the price list to the supplier', noted),
    point('Ben sends the supplier the new price list', { who: 'Ben', due: 'Friday' }),
    point('The price list is long', { kind: 'point' }),
  ]);
  expect(items).toMatchObject([
    { kind: 'action', text: 'Ben sends the price list to the supplier', who: 'Ben', due: 'Friday' },
  ]);
  expect(items[0]!.moments).toEqual([
    { n: 1, segmentId: '', quote: 'noted' },
    { n: 2, segmentId: 's9', quote: 'said' },
  ]);
});

it.each([
  ['two that were said', [point('Ben sends the price list'), point('Ben sends the price list again')]],
  [
    'of two people',
    [point('Send the price list', { ...noted, who: 'Ann' }), point('Send the price list!', { who: 'Ben' })],
  ],
  [
    'a decision and an action',
    [point('Send the price list', { ...noted, kind: 'decision' }), point('Send the price list')],
  ],
  ['of other matters', [point('Ben sends the price list', noted), point('Ben books the hall')]],
])('%s stay separate items', (_name, points) => expect(itemsOf(points)).toHaveLength(2));
