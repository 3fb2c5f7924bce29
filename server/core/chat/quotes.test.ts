import { expect, it } from 'vitest';
import { sentenceFor } from './quotes';

it.each([
  [
    '- The share button has to be easier to see.[^6]\n- The date stays.[^2]',
    'Where is the share button?',
    'The share button has to be easier to see.',
  ],
  [
    '[ ] Jihoon: new version of the share button by Thursday',
    'Who makes the share button?',
    'Jihoon: new version of the share button by Thursday',
  ],
  [
    '^4] The lamps arrive in May, says everybody.',
    'When do the lamps arrive?',
    'The lamps arrive in May, says everybody.',
  ],
])('a sentence of %j is quoted verbatim, without the Markdown around it', (passage, question, sentence) => {
  const found = sentenceFor(passage, question);
  expect(found).toBe(sentence);
  expect(passage).toContain(found);
});
