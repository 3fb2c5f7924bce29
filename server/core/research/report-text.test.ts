import { expect, it } from 'vitest';
import { htmlOf, markdownOf } from './report-text';

const report = {
  sections: [{ title: 'Height', paragraphs: [[{ text: 'It is high.', learnings: [1], check: '' as const }]] }],
  learnings: [{ n: 1, claim: 'It is high.', quote: '333 *metres*', source: 1 }],
  sources: [
    {
      ...{ no: 1, kind: 'web' as const, id: '', partId: '', title: 'A [tower]', url: 'https://tower.example/1' },
      ...{ projectId: '', text: '333 *metres*', start: 0, at: -1, updatedAt: 0 },
    },
  ],
  contradictions: [],
  limits: [],
  mode: 'model' as const,
};

it('cites in the given style, and escapes Markdown of sources', () => {
  expect(markdownOf(report, 'en', 'numbered')).toContain('It is high\\. \\[1\\]');
  expect(htmlOf(report, 'en', 'authorDate')).toMatch(/It is high\. \(“A \[tower\]”, n\.d\.\)/);
  expect(htmlOf(report, 'en', 'authorDate')).toContain('“333 *metres*”');
  expect(htmlOf(report, 'en', 'footnotes')).toMatch(
    /1\. “A \[tower\]”, tower\.example, https:\/\/tower\.example\/1: “333 \*metres\*”/,
  );
});

it('has a sentence with the words of a quote in quotation marks', () => {
  const sections = [{ title: 'Height', paragraphs: [[{ text: '333 *metres*', learnings: [1], check: '' as const }]] }];
  expect(markdownOf({ ...report, sections }, 'en', 'numbered')).toContain('“333 \\*metres\\*” \\[1\\]');
});
