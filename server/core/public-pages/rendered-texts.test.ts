import { expect, it, vi } from 'vitest';
import { RenderedTexts } from './rendered-texts';

it('renders a revision once, and evicts the least recently used text', () => {
  const texts = new RenderedTexts(10);
  const render = vi.fn(() => '1234');
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) texts.of(key, render);
  // a, b, c, and b again, which c displaced
  expect(render).toHaveBeenCalledTimes(4);
  expect(texts.of('large', () => 'x'.repeat(11))).toHaveLength(11);
  texts.of('b', render);
  expect(render).toHaveBeenCalledTimes(4);
});
