import { expect, it } from 'vitest';
import { ProviderFailure } from '../../ai/failure';
import { embedShortened } from './shortened';

/** A model that rejects texts with more than `most` units; each vector has the length of its text as its component. */
const modelOf = (most: number) => (texts: readonly string[]) =>
  texts.some(({ length }) => length > most)
    ? Promise.reject(new ProviderFailure('tooLarge', 'too many tokens'))
    : Promise.resolve(texts.map(({ length }) => Float32Array.of(length)));

it('embeds the beginning of a text that is too long for the model, and other texts in full', async () => {
  const texts = ['a'.repeat(100), 'b'.repeat(1500), 'c'.repeat(300), 'd'.repeat(512)];
  const vectors = await embedShortened(texts, modelOf(512));
  expect(vectors.map(([length]) => length)).toEqual([100, 375, 300, 512]);
});

it('throws other failures, and tooLarge if the model rejects even a short text', async () => {
  await expect(embedShortened(['text'], modelOf(0))).rejects.toMatchObject({ kind: 'tooLarge' });
  const busy = () => Promise.reject(new ProviderFailure('busy', 'later'));
  await expect(embedShortened(['a', 'b'], busy)).rejects.toMatchObject({ kind: 'busy' });
});
