import { expect, it } from 'vitest';
import { slidesOf } from './report-slides';

const TEXTS = {
  ...{ contradictions: 'Contradictions', limits: 'Limits', sources: 'Sources', subtitle: '3 sources' },
  limitLines: ['The web wasn’t searched'],
  sourceLines: ['Tower · tower.example'],
};
const sentence = (text: string, check: '' | 'unsure' = '') => ({ text, learnings: [1], check });
const learning = (n: number, claim: string) => ({ n, claim, quote: `of ${claim}`, source: 1 });

it('have a title, the sections in their order, contradictions, limits and sources', () => {
  const slides = slidesOf(
    {
      sections: [
        { title: 'How high?', paragraphs: [[sentence('It is 333 metres high.')], [sentence('Perhaps.', 'unsure')]] },
      ],
      learnings: [learning(1, 'It is 333 metres high.'), learning(2, 'It is 332 metres high.')],
      contradictions: [{ a: 1, b: 2, about: 'Height' }],
      mode: 'model',
    },
    'The tower',
    TEXTS,
  );
  expect(slides.map(({ kind, title, lines }) => [kind, title, lines.map(({ text }) => text)])).toEqual([
    ['title', 'The tower', ['3 sources']],
    ['section', 'How high?', ['It is 333 metres high.', 'Perhaps.']],
    ['contradictions', 'Contradictions', ['Height: “of It is 333 metres high.” / “of It is 332 metres high.”']],
    ['limits', 'Limits', ['The web wasn’t searched']],
    ['sources', 'Sources', ['Tower · tower.example']],
  ]);
  expect(slides[1]!.lines.map(({ isUnsure }) => isUnsure)).toEqual([false, true]);
});

it('distribute long sections over several slides without losing sentences', () => {
  const lines = Array.from({ length: 13 }, (_, n) => `${n} ${'x'.repeat(n === 4 ? 900 : 20)}`);
  const slides = slidesOf(
    {
      sections: [{ title: 'Long', paragraphs: [lines.map((text) => sentence(text))] }],
      learnings: [],
      contradictions: [],
      mode: 'model',
    },
    'A',
    { ...TEXTS, limitLines: [], sourceLines: [] },
  ).slice(1);
  expect(slides.flatMap((slide) => slide.lines.map(({ text }) => text))).toEqual(lines);
  expect(slides.map((slide) => slide.lines.length)).toEqual([4, 1, 5, 3]);
  expect(slides.map(({ part, parts }) => `${part}/${parts}`)).toEqual(['1/4', '2/4', '3/4', '4/4']);
});
