/**
 * A report as Markdown, and as safe HTML: its sentences are plain text, whose signs of Markdown are made plain. `[n]`
 * names a finding, which is listed with its quote and source.
 */
import { writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import type { Report, ReportLimit, ReportSentence } from '../../../sync/model/kinds/reports';
import { clean } from '../../../sync/model/text';
import { textsFor, type ReportTexts } from './report-texts';

type Parts = Pick<Report, 'sections' | 'learnings' | 'sources' | 'contradictions' | 'limits' | 'mode'>;

/** Plain text in one line of Markdown. */
const escaped = (text: string): string => clean(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

const marks = (learnings: readonly number[]): string => learnings.map((n) => `\\[${n}\\]`).join('');

const sentence = ({ text, learnings, check }: ReportSentence, texts: ReportTexts): string =>
  `${escaped(text)} ${marks(learnings)}${check === '' ? '' : ` *(${escaped(texts[check])})*`}`;

/** What a report cannot tell, as plain text. */
export function limitLine({ kind, title, url, error, count }: ReportLimit, texts: ReportTexts): string {
  const named = kind === 'budget' ? (texts.budget[error] ?? error) : title || url;
  const line = texts.limit[kind].replace('{title}', () => named).replace('{count}', String(count));
  return kind === 'source' && url !== '' && title !== url ? `${line} (${url})` : line;
}

export function markdownOf(report: Parts, language: string): string {
  const texts = textsFor(language);
  const learnings = new Map(report.learnings.map((each) => [each.n, each]));
  const sources = new Map(report.sources.map((each) => [each.no, each]));
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${escaped(title)}`, lines.join('\n')];
  return [
    ...(report.mode === 'extractive' ? [`*${escaped(texts.dossier)}*`] : []),
    ...report.sections.flatMap(({ title, paragraphs }) => [
      `## ${escaped(title)}`,
      ...report.limits
        .filter((limit) => limit.kind === 'closest' && title.startsWith(limit.title))
        .map((limit) => `*${escaped(limitLine(limit, texts))}*`),
      ...paragraphs.map((sentences) => sentences.map((each) => sentence(each, texts)).join(' ')),
    ]),
    ...part(
      texts.contradictions,
      report.contradictions.map(({ a, b, about }) => {
        const [one, other] = [a, b].map((n) => `${escaped(learnings.get(n)?.claim ?? '')} ${marks([n])}`);
        return `- ${escaped(about)}: ${one} / ${other}`;
      }),
    ),
    ...part(
      texts.limits,
      report.limits.map((limit) => `- ${escaped(limitLine(limit, texts))}`),
    ),
    ...part(
      texts.evidence,
      report.learnings.map(({ n, quote, source }) => {
        const { title = '', url = '' } = sources.get(source) ?? {};
        return `- ${marks([n])} “${escaped(quote)}” ${escaped([title, url].filter(Boolean).join(', '))}`;
      }),
    ),
  ].join('\n\n');
}

export const htmlOf = (report: Parts, language: string): string =>
  writeHtml(parseMarkdown(markdownOf(report, language)));
