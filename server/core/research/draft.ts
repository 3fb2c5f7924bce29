/** Makes the document of a report from a draft: keeps the cited findings and their passages. */
import type { Report } from '../../../sync/model/kinds/reports';
import type { ErrorCode } from '../../../sync/protocol/errors';
import type { Passage } from '../../ai/extractive/interface';
import { passageKey, sourceKey, type Finding } from './work';

/** number of sources that a complete report has at least */
const LEAST_SOURCES = 2;
/** Limits that make a report incomplete. */
const INCOMPLETE: readonly Report['limits'][number]['kind'][] = [
  'budget',
  'few',
  'unverified',
  'stopped',
  'question',
  'closest',
];

export type Draft = Pick<Report, 'sections' | 'contradictions' | 'limits' | 'mode' | 'provider' | 'model'> & {
  /** findings whose sources the person may see */
  findings: Finding[];
  /** passages from which the text of the report may contain words */
  origins: { passage: Passage }[];
};

export type ReportFields = Omit<Draft, 'findings' | 'origins'> & Pick<Report, 'learnings' | 'sources' | 'isComplete'>;

/**
 * Makes the report of a draft.
 * @param stopped the error code with which the work ended early, '' if it was cancelled; null if it finished
 */
export function reportOf(draft: Draft, stopped: ErrorCode | '' | null): ReportFields {
  const { findings, origins: _, ...rest } = draft;
  const byNo = new Map(findings.map((finding) => [finding.n, finding]));
  const sections = draft.sections
    .map(({ title, paragraphs }) => ({
      title,
      paragraphs: paragraphs
        .map((sentences) => sentences.filter(({ learnings }) => learnings.every((n) => byNo.has(n))))
        .filter((sentences) => sentences.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  const contradictions = draft.contradictions.filter(({ a, b }) => byNo.has(a) && byNo.has(b));
  const named = new Set([
    ...sections.flatMap(({ paragraphs }) => paragraphs.flat().flatMap(({ learnings }) => learnings)),
    ...contradictions.flatMap(({ a, b }) => [a, b]),
  ]);
  const used = findings.filter(({ n }) => named.has(n));
  const passages = [...new Map(used.map(({ passage }) => [passageKey(passage), passage])).values()];
  const numbers = new Map(passages.map((passage, i) => [passageKey(passage), i + 1]));
  const limits = [...draft.limits];
  const note = (kind: 'few' | 'stopped', error: string, count: number): unknown =>
    limits.push({ kind, title: '', url: '', error, count });
  const sources = new Set(passages.map(sourceKey)).size;
  if (stopped !== null) note('stopped', stopped, 0);
  else if (sources < LEAST_SOURCES) note('few', '', sources);
  return {
    ...rest,
    sections,
    contradictions,
    limits,
    learnings: used.map(({ n, claim, quote, passage }) => ({
      n,
      claim,
      quote,
      source: numbers.get(passageKey(passage))!,
      ...(passage.place ? { place: passage.place } : {}),
    })),
    sources: passages.map(({ score: _, ...passage }, i) => ({ ...passage, no: i + 1 })),
    isComplete: !limits.some(({ kind }) => INCOMPLETE.includes(kind)),
  };
}

/** The first 300 UTF-16 units of a report as one line of plain text. */
export const previewOf = ({ sections }: Pick<Report, 'sections'>): string =>
  sections
    .flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
