import { expect, it } from 'vitest';
import { ProviderFailure } from '../../ai/failure';
import { embedShortened } from './shortened';

/** A model that reads `most` units of a text; a vector has the length of what was read. */
const modelOf = (most: number) => (texts: readonly string[]) =>
  texts.some(({ length }) => length > most)
    ? Promise.reject(new ProviderFailure('tooLarge', 'too many tokens'))
    : Promise.resolve(texts.map(({ length }) => Float32Array.of(length)));

it('a text that a model does not read whole has the vector of its beginning, and the others have theirs', async () => {
  const texts = ['a'.repeat(100), 'b'.repeat(1500), 'c'.repeat(300), 'd'.repeat(512)];
  const vectors = await embedShortened(texts, modelOf(512));
  expect(vectors.map(([length]) => length)).toEqual([100, 375, 300, 512]);
});

it('other failures, and a model that reads nothing, end it', async () => {
  await expect(embedShortened(['text'], modelOf(0))).rejects.toMatchObject({ kind: 'tooLarge' });
  const busy = () => Promise.reject(new ProviderFailure('busy', 'later'));
  await expect(embedShortened(['a', 'b'], busy)).rejects.toMatchObject({ kind: 'busy' });
});
