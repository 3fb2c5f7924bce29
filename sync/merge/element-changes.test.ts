import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementChanges, withElementChanges, type Element } from './element-changes';

const elements = fc.uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefgh'), text: fc.constantFrom('x', 'y') }), {
  selector: ({ id }) => id,
});

describe('changes of a list by element', () => {
  it('applied to the base, give the edited list; there are none if the order differs', () => {
    fc.assert(
      fc.property(elements, elements, (base, mine) => {
        const changes = elementChanges(base, mine);
        if (changes) expect(withElementChanges(base, changes)).toEqual(mine);
        else {
          // null only for another order
          const places = mine.map(({ id }) => base.findIndex((e) => e.id === id)).map((at) => (at < 0 ? 99 : at));
          expect(places).not.toEqual([...places].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('contain only the segment that was changed', () => {
    const base: Element[] = Array.from({ length: 20_000 }, (_, n) => ({ id: `s${n}`, text: `sentence ${n}` }));
    const mine = base.map((s) => (s.id === 's777' ? { ...s, text: 'corrected' } : s));
    expect(elementChanges(base, mine)).toEqual({ set: [{ id: 's777', text: 'corrected' }], removed: [] });
  });

  it('are null for elements without distinct ids', () => {
    expect(elementChanges([{ id: 'a' }, { id: 'a' }], [{ id: 'a' }])).toBeNull();
    expect(elementChanges(undefined, [{ id: 'a' }])).toBeNull();
    expect(elementChanges(['a'], ['b'])).toBeNull();
  });
});
