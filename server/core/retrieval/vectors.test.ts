import { expect, it } from 'vitest';
import { quantised, similarity } from './vectors';

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, each, i) => sum + each * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

it('keeps the angle between vectors of any length', () => {
  const a = Array.from({ length: 256 }, (_, i) => Math.sin(i * 1.7) / 16);
  const b = Array.from({ length: 256 }, (_, i) => Math.sin(i * 1.7 + 0.4) * 30);
  expect(similarity(Float32Array.from(a), quantised(Float32Array.from(b)))).toBeCloseTo(cosine(a, b), 2);
  expect(similarity(Float32Array.from(a), quantised(Float32Array.from(a, (each) => -each)))).toBeCloseTo(-1, 2);
});

it('has no similarity of vectors with different dimensions, and 0 for a zero vector', () => {
  expect(similarity(Float32Array.of(1, 0), quantised(Float32Array.of(1, 0, 0)))).toBeNull();
  expect(similarity(Float32Array.of(1, 0), quantised(Float32Array.of(0, 0)))).toBe(0);
});
