import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementChanges, withElementChanges, type Element } from './element-changes';

const elements = fc.uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefgh'), text: fc.constantFrom('x', 'y') }), {
  selector: ({ id }) => id,
});

describe('changes of elements', () => {
  it('lead from one list to the other, or there are none', () => {
    fc.assert(
      fc.property(elements, elements, (base, mine) => {
        const changes = elementChanges(base, mine);
        if (changes) expect(withElementChanges(base, changes)).toEqual(mine);
        else {
          // only another order has none
          const places = mine.map(({ id }) => base.findIndex((e) => e.id === id)).map((at) => (at < 0 ? 99 : at));
          expect(places).not.toEqual([...places].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('of one segment of many are that one', () => {
    const base: Element[] = Array.from({ length: 20_000 }, (_, n) => ({ id: `s${n}`, text: `sentence ${n}` }));
    const mine = base.map((s) => (s.id === 's777' ? { ...s, text: 'corrected' } : s));
    expect(elementChanges(base, mine)).toEqual({ set: [{ id: 's777', text: 'corrected' }], removed: [] });
  });

  it('are none for what has no ids of its own', () => {
    expect(elementChanges([{ id: 'a' }, { id: 'a' }], [{ id: 'a' }])).toBeNull();
    expect(elementChanges(undefined, [{ id: 'a' }])).toBeNull();
    expect(elementChanges(['a'], ['b'])).toBeNull();
  });
});
