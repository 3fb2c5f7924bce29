import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import type { Report } from '../../../sync/model/kinds/reports';
import { reportBlocks, type ReportT } from './export-report';
import { slidesIn } from './export-pptx';

const NAMESPACES = ['research', 'errors', 'chat', 'shell'] as const;
const texts = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object;
let t: ReportT;
beforeAll(async () => {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: 'en',
    resources: { en: Object.fromEntries(NAMESPACES.map((name) => [name, texts(name)])) },
    interpolation: { escapeValue: false },
  });
  t = i18n.getFixedT('en', [...NAMESPACES]) as unknown as ReportT;
});

const OPTIONS = { style: 'numbered', language: 'en' } as const;
const source = (no: number, kind: 'web' | 'notes') => ({
  ...{ no, kind, id: kind === 'notes' ? 'n1' : '', partId: '', title: `Source ${no}`, projectId: 'p1' },
  ...{ url: kind === 'web' ? 'https://tower.example/a' : '', text: '', start: 0, at: -1, updatedAt: 1 },
});
const report = (fields: Partial<Report> = {}): Report => ({
  ...{ id: 'rp_r', space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1, abilities: [], threadId: 'r' },
  sections: [
    {
      title: 'How *high*?',
      paragraphs: [
        [
          { text: 'It is 333 metres high.', learnings: [1], check: '' },
          { text: 'Or 332.', learnings: [2], check: 'number' },
        ],
      ],
    },
  ],
  learnings: [
    { n: 1, claim: 'It is 333 metres high.', quote: 'is 333 metres high', source: 1 },
    { n: 2, claim: 'It is 332 metres high.', quote: 'stands 332 metres', source: 2 },
  ],
  sources: [source(1, 'web'), source(2, 'notes')],
  contradictions: [{ a: 1, b: 2, about: 'Height' }],
  limits: [{ kind: 'budget', title: '', url: '', error: 'minutes', count: 0 }],
  ...{ isComplete: false, mode: 'model', provider: 'test', model: 'test', writtenAt: Date.UTC(2026, 10, 26) },
  ...fields,
});

it('keeps marks, contradictions, figures, limits and each quote with its source', () => {
  const markdown = writeMarkdown(reportBlocks(t, report(), OPTIONS));
  expect(markdown).toContain('It is 333 metres high. \\[1\\]');
  expect(markdown).toContain('has a number that no quote has');
  expect(markdown).toMatch(/Height: It is 333 metres high\. \\\[1\\\] \/ It is 332 metres high\. \\\[2\\\]/);
  expect(markdown).toMatch(/\| 333 metres \| It is 333 metres high\./);
  expect(markdown).toContain('The budget was reached: time');
  expect(markdown).toMatch(/\\\[1\\\] “is 333 metres high” \[Source 1\]\(https:\/\/tower\.example\/a\)/);
  expect(markdown).not.toContain('Source dossier');
  // what a model has written is not read as Markdown
  expect(markdown).not.toMatch(/How \*high\*/);
});

it('names documents of the workspace as mentions in a text that stays there', () => {
  const mentions = (hasMentions: boolean) =>
    reportBlocks(t, report(), { ...OPTIONS, hasMentions }).flatMap((block) =>
      'inline' in block ? block.inline.filter(({ type }) => type === 'mention') : [],
    );
  expect(mentions(true)).toMatchObject([{ kind: 'note', id: 'n1', label: 'Source 2' }]);
  expect(mentions(false)).toEqual([]);
});

it('calls a result without a model a source dossier, and its slides too', () => {
  const dossier = report({ mode: 'extractive', contradictions: [], limits: [] });
  const markdown = writeMarkdown(reportBlocks(t, dossier, OPTIONS));
  expect(markdown).toMatch(/^\*Source dossier/);
  expect(markdown).toContain('> It is 333 metres high.');
  const [first, ...rest] = slidesIn(t, OPTIONS, dossier, 'The tower');
  expect(first!.lines[0]!.text).toBe('Source dossier · November 26, 2026');
  expect(rest.at(-1)!.lines.map(({ text }) => text)).toEqual(['Source 1 · tower.example', 'Source 2']);
});

it('cites by title and year in the text, and lists each source once with its quotes', () => {
  const markdown = writeMarkdown(reportBlocks(t, report(), { ...OPTIONS, style: 'authorDate' }));
  expect(markdown).toContain('It is 333 metres high. (“Source 1”, n.d.)');
  expect(markdown).toContain('Or 332. (“Source 2”, 1970)');
  expect(markdown).toContain(
    '[Source 1](https://tower.example/a). (n.d.). tower.example. Retrieved January 1, 1970, from https',
  );
  expect(markdown).toContain('- “is 333 metres high”');
  expect(markdown).toMatch(/Source 2\. \(1970\)\. \\\[Note\\\]\.\n/);
});

it('cites in footnotes, each with its quote', () => {
  const markdown = writeMarkdown(reportBlocks(t, report(), { ...OPTIONS, style: 'footnotes' }));
  expect(markdown).toContain('It is 333 metres high. ¹');
  expect(markdown).toMatch(
    /1\\\. “\[Source 1\]\(https:\/\/tower\.example\/a\)”, tower\.example, .*“is 333 metres high”/,
  );
  expect(markdown).toMatch(/“Source 2”, Note, January 1, 1970: “stands 332 metres”/);
});
