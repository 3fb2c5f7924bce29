import { expect, it } from 'vitest';
import { citationsOf, type CitationEntry } from './citations';
import type { CitationStyle } from './kinds/preferences';
import { LANGUAGES, type Language } from './languages';

const READ = new Date(2026, 10, 26, 12).getTime();
const source = (no: number, fields: object = {}) => ({
  ...{ no, kind: 'web' as const, id: '', partId: '', title: `Source ${no}`, url: `https://tower.example/${no}` },
  ...{ projectId: '', text: '', start: 0, at: -1, updatedAt: READ },
  ...fields,
});
const learning = (n: number, no: number) => ({ n, claim: `Claim ${n}`, quote: `quote ${n}`, source: no });
const report = {
  sources: [source(1, { title: 'Zoo' }), source(2, { kind: 'notes', id: 'n', title: 'Plan', url: '' })],
  learnings: [learning(1, 1), learning(2, 2), learning(3, 1)],
};
const line = ({ before, title, after }: CitationEntry): string => before + title + after;
const cite = (style: CitationStyle, language: Language = 'en', of = report) => citationsOf(of, { style, language });

const REFERENCES: Record<Language, string[]> = {
  en: [
    'Plan. (2026). [Note].',
    'Zoo. (n.d.). tower.example. Retrieved November 26, 2026, from https://tower.example/1',
  ],
  zh_hans: ['Plan。(2026)。[笔记]。', 'Zoo。(无日期)。tower.example。2026年11月26日取自 https://tower.example/1'],
  zh_hant: ['Plan。(2026)。[筆記]。', 'Zoo。(無日期)。tower.example。2026年11月26日取自 https://tower.example/1'],
  ja: ['Plan。(2026)。[ノート]。', 'Zoo。(日付不明)。tower.example。2026年11月26日取得、https://tower.example/1'],
  ko: ['Plan. (2026). [노트].', 'Zoo. (날짜 없음). tower.example. 2026년 11월 26일 검색, https://tower.example/1'],
};

it.each(LANGUAGES)('lists sources by title, with their known fields: %s', (language) => {
  const { entries } = cite('authorDate', language);
  expect(entries.map(line)).toEqual(REFERENCES[language]);
  expect(entries.map(({ quotes }) => quotes.map(({ n }) => n))).toEqual([[2], [1, 3]]);
});

it('formats citations in the text in each style', () => {
  expect(cite('numbered').marks([1, 2])).toBe('[1][2]');
  expect(cite('footnotes').marks([1, 12])).toBe('¹,¹²');
  expect(cite('authorDate').marks([1, 2, 3])).toBe('(“Zoo”, n.d.; “Plan”, 2026)');
  expect(cite('authorDate', 'ja').marks([1, 2])).toBe('（「Zoo」日付不明；「Plan」2026）');
  expect(cite('authorDate', 'zh_hans').marks([2])).toBe('（《Plan》，2026）');
});

it('names a source in full in its first footnote only', () => {
  expect(cite('footnotes').entries.map(line)).toEqual([
    '1. “Zoo”, tower.example, https://tower.example/1, accessed November 26, 2026: “quote 1”',
    '2. “Plan”, Note, November 26, 2026: “quote 2”',
    '3. “Zoo”: “quote 3”',
  ]);
});

it('distinguishes sources with the same title and year by a letter', () => {
  const same = {
    sources: [source(1, { title: 'Zoo' }), source(2, { title: 'Zoo' })],
    learnings: [learning(1, 1), learning(2, 2)],
  };
  expect(cite('authorDate', 'en', same).marks([1, 2])).toBe('(“Zoo”, n.d.-a; “Zoo”, n.d.-b)');
});

it('invents nothing for a source without a title, a date or an address', () => {
  const bare = {
    sources: [source(1, { title: '', updatedAt: 0 }), source(2, { kind: 'notes', id: 'n', url: '', updatedAt: 0 })],
    learnings: [learning(1, 1), learning(2, 2)],
  };
  expect(cite('authorDate', 'en', bare).entries.map(line)).toEqual([
    'Source 2. (n.d.). [Note].',
    'tower.example. (n.d.). https://tower.example/1',
  ]);
});

it('uses nested quotation marks for a title with quotation marks', () => {
  const titled = { ...report, sources: [source(1, { title: '企画書「ほのか」' })], learnings: [learning(1, 1)] };
  expect(cite('authorDate', 'ja', titled).marks([1])).toBe('（「企画書『ほのか』」日付不明）');
  expect(line(cite('footnotes', 'ja', titled).entries[0]!)).toMatch(/^1\. 「企画書『ほのか』」、tower\.example、/);
});

it('shortens a long title in the text at a word, with an ellipsis', () => {
  const long = { ...report, sources: [source(1, { title: 'Customer interview: Alder & Finch bookshop' })] };
  expect(cite('authorDate', 'en', long).label(1)).toBe('“Customer interview: Alder & Finch…”, n.d.');
});
