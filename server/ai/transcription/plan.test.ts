import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halve, ownedSegments, OVERLAP_MS, PART_MAX_BYTES, PART_MAX_MS, planParts } from './plan';
import { estimateTokens } from '../tokens';
import { PROMPT_MAX_TOKENS, promptOf } from './prompt';

const segment = (start: number, end: number) => ({ start, end, text: 'x', speaker: '', noSpeech: null, logProb: null });

describe('cutting long audio', () => {
  it('keeps a short recording in one part', () => {
    expect(planParts(23_000, 32_000)).toEqual([
      { index: 0, start: 0, end: 23_000, ownFrom: 0, ownTo: Number.POSITIVE_INFINITY },
    ]);
  });

  it('covers the whole recording, overlaps neighbours, stays below the limits, and assigns each midpoint to one part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 * 7_200_000 }),
        fc.integer({ min: 500, max: 400_000 }),
        fc.nat(),
        (durationMs, rate, at) => {
          const parts = planParts(durationMs, rate);
          expect(parts[0]!.start).toBe(0);
          expect(parts.at(-1)!.end).toBe(durationMs);
          for (const [i, part] of parts.entries()) {
            expect(part.end - part.start).toBeLessThanOrEqual(PART_MAX_MS);
            expect(((part.end - part.start) / 1000) * rate).toBeLessThanOrEqual(
              Math.max(PART_MAX_BYTES, (OVERLAP_MS * 2 * rate) / 1000),
            );
            if (i > 0) expect(parts[i - 1]!.end - part.start).toBe(OVERLAP_MS);
          }
          const midpoint = at % durationMs;
          expect(parts.filter((p) => midpoint >= p.ownFrom && midpoint < p.ownTo)).toHaveLength(1);
        },
      ),
    );
  });

  it('keeps a sentence in the overlap once, by its midpoint', () => {
    const [a, b] = planParts(1_000_000, 1000);
    const start = a!.end - 2500;
    const inA = ownedSegments(a!, [segment(start, start + 1000)]);
    const inB = ownedSegments(b!, [segment(start - b!.start, start - b!.start + 1000)]);
    expect([inA.length, inB.length].sort()).toEqual([0, 1]);
    expect([...inA, ...inB][0]!.start).toBe(start);
  });

  it('halves a part into two that own the same range together', () => {
    const part = planParts(1_000_000, 1000)[0]!;
    const [a, b] = halve(part)!;
    expect([a.ownFrom, a.ownTo, b.ownTo]).toEqual([part.ownFrom, b.ownFrom, part.ownTo]);
    expect(a.end - b.start).toBe(OVERLAP_MS);
    expect(halve({ ...part, end: 20_000 })).toBeNull();
  });
});

describe('terms as a prompt', () => {
  it('stays below 150 tokens with names first, and keeps the order of the terms', () => {
    const terms = Array.from({ length: 400 }, (_, i) => `専門用語${399 - i}`);
    const prompt = promptOf(terms, ['Aiko Tanaka']);
    expect(prompt.startsWith('Aiko Tanaka, 専門用語399')).toBe(true);
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(PROMPT_MAX_TOKENS);
    expect(promptOf([], [])).toBe('');
  });
});
