import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { AnswerFilter } from '../chat/citations';
import type { SourcePassage } from './sources';
import { Support } from './support';

const SAID = [
  'Good morning. Let us go through the plan for the spring release.',
  'The trial has been running for two weeks now, with twelve shops.',
  'Nine of the twelve use the app every day.',
  'But three of them could not find out how to share a lighting plan.',
  'I can draw a new version by Thursday, and we can try it with two shops on Friday.',
  'Japanese and Korean are done. Chinese will be ready on Monday.',
  'So the date stays as it is: we start on the twentieth of April.',
  '予算は五百万円で、金曜日に美咲さんが発表します。',
];
const passages = SAID.map((text, i): SourcePassage => ({ no: i + 1, text, segmentId: `s${i + 1}`, lead: '' }));
const support = new Support(passages);

describe('support of a sentence', () => {
  it('finds a quote in its passage, or in a nearby one if the model gave a wrong number', () => {
    expect(support.find('Nine shops use the app every day', 3, 'use the app every day')?.passage.no).toBe(3);
    expect(support.find('Nine shops use the app every day', 6, 'use the app every day')?.passage.no).toBe(3);
  });

  it.each([
    ['words that nobody said', 'The trial failed', 2, 'the trial failed in every shop'],
    ['words of another matter', 'The rent goes up in summer', 6, 'Chinese will be ready on Monday'],
    ['a passage that does not exist', 'The trial runs', 99, null],
    ['a passage without the words of the sentence', 'The rent goes up', 3, null],
  ])('rejects %s', (_name, sentence, no, quote) => expect(support.find(sentence, no, quote)).toBeNull());

  it('does not compare words across languages, but requires the quote', () => {
    expect(
      support.find('The budget is five million yen and is presented on Friday', 8, '予算は五百万円'),
    ).not.toBeNull();
    expect(support.find('The budget is five million yen and is presented on Friday', 8, '予算は六百万円')).toBeNull();
  });

  it('keeps supported markers behind their sentences, and removes the others', () => {
    expect(
      support.checked(
        '- Nine use it daily, and three cannot share a plan. [[3: "use the app every day"]][[4: "share a lighting plan"]]\n- Made up. [[1: "never said"]]',
      ),
    ).toBe(
      '- Nine use it daily, and three cannot share a plan. [[3: "use the app every day"]][[4: "share a lighting plan"]]\n- Made up.',
    );
  });

  it('removes the markers of a line with a date that its passages do not say', () => {
    const text = (day: string) => `- They try the new version on ${day}. [[5: "try it with two shops"]]`;
    expect(support.checked(text('Friday'))).toBe(text('Friday'));
    expect(support.checked(text('Wednesday'))).toBe('- They try the new version on Wednesday.');
    // one date in each of two passages
    const two =
      '- Japanese is done, Chinese comes on Monday, the start on 20 April. [[6: "Chinese will be ready"]][[7: "we start on the twentieth"]]';
    expect(support.checked(two)).toBe(two);
    expect(support.checked(two.replace('20', '21'))).not.toContain('[[');
  });

  const Sentence = fc.constantFrom(
    'Nine of twelve shops use the app every day.',
    'The date stays the twentieth of April.',
    'The rent of the office goes up in summer.',
    'Three could not share a lighting plan.',
    'Chinese will be ready on Monday.',
  );
  const Quote = fc.oneof(
    fc.constantFrom(...SAID),
    fc.constantFrom('use the app every day', 'ready on Monday', 'twentieth of April', 'never said by anybody'),
    fc.constantFrom(null),
  );
  // the words of the eighth line cannot be compared, since it is in another language
  const Bullet = fc.tuple(
    Sentence,
    fc.integer({ min: 0, max: 12 }).filter((no) => no !== 8),
    Quote,
  );

  it('accepts only moments whose segment contains the quote and shares words with the sentence', () => {
    fc.assert(
      fc.property(fc.array(Bullet, { maxLength: 8 }), (bullets) => {
        const written = bullets
          .map(([sentence, no, quote]) => `- ${sentence} [[${no}${quote === null ? '' : `: "${quote}"`}]]`)
          .join('\n');
        const filter = new AnswerFilter(passages);
        const text = filter.push(support.checked(written)) + filter.end();
        for (const { n, source, quote } of filter.citations) {
          expect(SAID[source - 1]).toContain(quote);
          for (const line of text.split('\n').filter((each) => each.includes(`[^${n}]`))) {
            const around = SAID.slice(Math.max(0, source - 2), source + 1).join(' ');
            const shared = [...contentTerms(line)].filter((term) => contentTerms(around).has(term));
            expect(shared.length).toBeGreaterThan(1);
          }
        }
        // lines without a moment have the mark [^?]
        for (const line of text.split('\n').filter(Boolean)) expect(line).toMatch(/\[\^(?:\d+|\?)\]/);
      }),
    );
  });
});
