import { expect, test } from 'vitest';
import { correctedTexts, suggestCorrections } from './term-corrections';

const segment = (id: string, text: string) => ({ id, text });
const terms = [
  { id: 't1', term: 'Lantern' },
  { id: 't2', term: '稟議書', reading: 'りんぎしょ' },
];
const suggest = (segments: { id: string; text: string }[]) =>
  suggestCorrections(terms, segments, new AbortController().signal);

test('a misrecognised word is one suggestion with all its occurrences', async () => {
  const segments = [
    segment('s1', 'The lantren app, and the lantren site.'),
    segment('s2', 'Nothing here.'),
    segment('s3', 'We ship lantren in May.'),
    segment('s4', 'Lantern is written as it should be.'),
  ];
  const [lantern, ...others] = await suggest(segments);
  expect(lantern).toMatchObject({ heard: 'lantren', term: 'Lantern' });
  expect([lantern!.places.length, others]).toEqual([3, []]);
  expect(correctedTexts(segments, [lantern!])).toEqual([
    { segmentId: 's1', text: 'The Lantern app, and the Lantern site.' },
    { segmentId: 's3', text: 'We ship Lantern in May.' },
  ]);
});

test('suggestions for one segment can be accepted together or one by one', async () => {
  const segments = [segment('s1', 'lantren の りんぎしょ と lantren')];
  const suggested = await suggest(segments);
  expect(suggested.map(({ term, places }) => [term, places.length])).toEqual([
    ['Lantern', 2],
    ['稟議書', 1],
  ]);
  expect(correctedTexts(segments, suggested)[0]!.text).toBe('Lantern の 稟議書 と Lantern');
  expect(correctedTexts(segments, suggested.slice(1))[0]!.text).toBe('lantren の 稟議書 と lantren');
});

test('an aborted search returns no suggestions', async () => {
  expect(await suggestCorrections(terms, [segment('s1', 'lantren')], AbortSignal.abort())).toEqual([]);
});
