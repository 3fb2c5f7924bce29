import { expect, test } from 'vitest';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { answerBlocks } from './export-answer';

const t = ((key: string) => key) as unknown as Parameters<typeof answerBlocks>[0];
const source = (no: number) => ({
  ...{ no, kind: 'web', id: '', partId: '', title: `Page ${no}`, url: `https://pages.example/${no}` },
  ...{ projectId: '', text: '', start: 0, at: -1, updatedAt: 1 },
});

test('a copied answer has its citations as numbers in brackets, and its formulas as TeX source', () => {
  const answer = {
    text: 'Energy is \\(E = mc^2\\).[^1] It grows with mass.[^2] Nobody said more.[^?]',
    citations: [
      { n: 1, source: 1, quote: '' },
      { n: 2, source: 2, quote: '' },
    ],
    sources: [source(1), source(2)],
    mode: 'model',
  } as unknown as Parameters<typeof answerBlocks>[1];
  const [first] = textOfBlocks(answerBlocks(t, answer)).split('\n');
  expect(first).toBe('Energy is \\(E = mc^2\\).[1] It grows with mass.[2] Nobody said more. (chat:unsupported)');
});
