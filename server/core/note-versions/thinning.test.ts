import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FINE_MS, SPAN_MS, STORE_EVERY_MS, surplus, UNNAMED_MAX, type Version } from './thinning';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 5, 9);

const version = (at: number, isNamed = false): Version => ({ id: `v${at}${isNamed ? 'n' : ''}`, at, isNamed });
const kept = (versions: readonly Version[]): Version[] => {
  const gone = new Set(surplus(versions));
  return versions.filter(({ id }) => !gone.has(id));
};
/** Types for some minutes: each minute a version is stored, and surplus ones deleted. */
const typing = (from: number, minutes: number, before: Version[] = []): Version[] => {
  let versions = before;
  for (let n = 0; n < minutes; n += 1) versions = kept([...versions, version(from + n * STORE_EVERY_MS)]);
  return versions;
};

const history = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 400 * 24 * 60 }), fc.boolean()), {
    maxLength: 400,
    selector: ([minute]) => minute,
  })
  .map((all) => all.map(([minute, isNamed]) => version(START + minute * MINUTE, isNamed)));

it('keeps the text from before half a note was deleted three minutes ago', () => {
  const versions = typing(START, 200);
  const now = START + 199 * MINUTE;
  expect(versions.some(({ at }) => at <= now - 3 * MINUTE && at > now - 5 * MINUTE)).toBe(true);
});

it('keeps one version per ten minutes before the last hour, during continuous typing', () => {
  const versions = typing(START, 6 * 60);
  const newest = Math.max(...versions.map(({ at }) => at));
  for (let span = START; span + SPAN_MS <= newest - FINE_MS; span += SPAN_MS)
    expect(versions.filter(({ at }) => at >= span && at < span + SPAN_MS)).toHaveLength(1);
});

it('keeps the beginning of a long history, coarser with age', () => {
  let versions: Version[] = [];
  for (let day = 0; day < 40; day += 1) versions = typing(START + day * 24 * HOUR, 120, versions);
  expect(versions).toHaveLength(UNNAMED_MAX);
  const days = new Set(versions.map(({ at }) => Math.floor((at - START) / (24 * HOUR))));
  // most days have a version left
  expect(days.size).toBeGreaterThan(25);
  expect(days.has(0)).toBe(true);
});

it('never deletes a named version or the newest one, and leaves at most a hundred others', () => {
  fc.assert(
    fc.property(history, (versions) => {
      const left = kept(versions);
      expect(left.filter(({ isNamed }) => isNamed)).toHaveLength(versions.filter(({ isNamed }) => isNamed).length);
      const unnamed = left.filter(({ isNamed }) => !isNamed);
      expect(unnamed.length).toBeLessThanOrEqual(UNNAMED_MAX);
      const newest = Math.max(...versions.filter(({ isNamed }) => !isNamed).map(({ at }) => at));
      if (versions.some(({ isNamed }) => !isNamed)) expect(unnamed.some(({ at }) => at === newest)).toBe(true);
      const spans = unnamed.filter(({ at }) => at <= newest - FINE_MS).map(({ at }) => Math.floor(at / SPAN_MS));
      expect(new Set(spans).size).toBe(spans.length);
    }),
  );
});

it('deletes nothing the second time, whatever the order of the rows', () => {
  fc.assert(
    fc.property(history, (versions) => {
      expect(surplus(kept(versions))).toEqual([]);
      expect(new Set(surplus([...versions].reverse()))).toEqual(new Set(surplus(versions)));
    }),
  );
});
