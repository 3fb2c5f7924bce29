import { Packer } from 'docx';
import i18next from 'i18next';
import mammoth from 'mammoth';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { openZip } from '../../../server/parsing/containers/zip';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import type { Report } from '../../../sync/model/kinds/reports';
import { docxOf } from '../canvas/docx-blocks';
import { reportBlocks, type ReportT } from './export-report';
import { pptxOf, slidesIn } from './export-pptx';

const NAMESPACES = ['research', 'errors', 'chat', 'shell'] as const;
async function textsIn(language: 'en' | 'ja'): Promise<ReportT> {
  const texts = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../locales/${language}/${name}.json`, import.meta.url), 'utf8')) as object;
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: language,
    resources: { [language]: Object.fromEntries(NAMESPACES.map((name) => [name, texts(name)])) },
    interpolation: { escapeValue: false },
  });
  return i18n.getFixedT(language, [...NAMESPACES]) as unknown as ReportT;
}
let t: ReportT;
beforeAll(async () => {
  t = await textsIn('en');
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

it('has a sentence with the words of a quote in quotation marks', () => {
  const written = report({
    contradictions: [],
    sections: [{ title: 'High?', paragraphs: [[{ text: 'is 333 metres high', learnings: [1], check: '' }]] }],
  });
  expect(writeMarkdown(reportBlocks(t, written, OPTIONS))).toContain('“is 333 metres high” \\[1\\]');
  expect(slidesIn(t, OPTIONS, written, 'Tower')[1]!.lines[0]!.text).toBe('“is 333 metres high”');
});

it('contains marks, contradictions, figures, limits and each quote with its source', () => {
  const markdown = writeMarkdown(reportBlocks(t, report(), OPTIONS));
  expect(markdown).toContain('It is 333 metres high. \\[1\\]');
  expect(markdown).toContain('has a number that no quote has');
  expect(markdown).toMatch(/Height: “is 333 metres high” \\\[1\\\] \/ “stands 332 metres” \\\[2\\\]/);
  expect(markdown).toMatch(/\| 333 metres \| “is 333 metres high”/);
  expect(markdown).toContain('The budget was reached: time');
  expect(markdown).toMatch(/\\\[1\\\] “is 333 metres high” \[Source 1\]\(https:\/\/tower\.example\/a\)/);
  expect(markdown).not.toContain('Source dossier');
  // text of a model is escaped
  expect(markdown).not.toMatch(/How \*high\*/);
});

it('writes documents of the workspace as mentions in a text for the workspace', () => {
  const mentions = (hasMentions: boolean) =>
    reportBlocks(t, report(), { ...OPTIONS, hasMentions }).flatMap((block) =>
      'inline' in block ? block.inline.filter(({ type }) => type === 'mention') : [],
    );
  expect(mentions(true)).toMatchObject([{ kind: 'note', id: 'n1', label: 'Source 2' }]);
  expect(mentions(false)).toEqual([]);
});

it('labels a result without a model as a source dossier, also on its slides', () => {
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

it('writes a Japanese report to Word and PowerPoint files that contain its text', async () => {
  const japanese = await textsIn('ja');
  const options = { style: 'numbered', language: 'ja' } as const;
  const title = 'タワーの高さは？ <調査> & 𠮷野';
  const claim = '塔の高さは３３３メートルで、㈱東京が髙さを測った。';
  const written = report({
    sections: [{ title: '高さはどのくらいですか？', paragraphs: [[{ text: claim, learnings: [1, 2], check: '' }]] }],
    learnings: [
      { n: 1, claim, quote: '高さは３３３メートル', source: 1 },
      { n: 2, claim, quote: '髙さを測った\u0001', source: 2 },
    ],
    contradictions: [],
    limits: ['minutes', 'money'].map((error) => ({ kind: 'budget' as const, title: '', url: '', error, count: 0 })),
  });
  const expected = [claim, '高さはどのくらいですか？', 'Source 1', '上限に達しました：時間', '上限に達しました：金額'];

  const docx = await Packer.toBuffer(docxOf(title, reportBlocks(japanese, written, options), new Map()));
  const { value: words } = await mammoth.extractRawText({ buffer: docx });
  for (const text of [...expected, title, '高さは３３３メートル', '髙さを測った']) expect(words).toContain(text);

  const pptx = (await pptxOf(japanese, options, written, title).write({ outputType: 'nodebuffer' })) as Buffer;
  const files = await openZip(pptx);
  const slides = await Promise.all(
    files.names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).map((name) => files.text(name)),
  );
  const shown = slides
    .flatMap((xml) => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text))
    .join('\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  for (const text of [...expected, title, 'tower.example']) expect(shown).toContain(text);
  expect(slides.every((xml) => xml.includes('lang="ja"'))).toBe(true);
});
