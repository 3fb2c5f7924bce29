/**
 * Writes a report as Markdown and as safe HTML. Sentences are plain text and are escaped. Citations have the style that
 * the reader has chosen, and each cited finding is listed with its quote and source.
 */
import { writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { citationsOf, type Citations } from '../../../sync/model/citations';
import type { CitationStyle } from '../../../sync/model/kinds/preferences';
import type { Report, ReportLimit, ReportSentence } from '../../../sync/model/kinds/reports';
import { sentenceText } from '../../../sync/model/report-quotations';
import { clean } from '../../../sync/model/text';
import { textsFor, type ReportTexts } from './report-texts';

type Parts = Pick<Report, 'sections' | 'learnings' | 'sources' | 'contradictions' | 'limits' | 'mode'>;

/** Plain text as one line of Markdown, escaped. */
const escaped = (text: string): string => clean(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

const sentenceLine = (sentence: ReportSentence, report: Parts, { marks }: Citations, texts: ReportTexts): string => {
  const { learnings, check } = sentence;
  const mark = check === '' ? '' : ` *(${escaped(texts[check])})*`;
  return `${escaped(sentenceText(sentence, report))} ${escaped(marks(learnings))}${mark}`;
};

/** A limit of a report as plain text. */
export function limitLine({ kind, title, url, error, count }: ReportLimit, texts: ReportTexts): string {
  const named = kind === 'budget' ? (texts.budget[error] ?? error) : title || url;
  const line = texts.limit[kind].replace('{title}', () => named).replace('{count}', String(count));
  return kind === 'source' && url !== '' && title !== url ? `${line} (${url})` : line;
}

export function markdownOf(report: Parts, language: string, style: CitationStyle): string {
  const citations = citationsOf(report, { style, language });
  const texts = textsFor(language);
  const learnings = new Map(report.learnings.map((each) => [each.n, each]));
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`## ${escaped(title)}`, lines.join('\n')];
  return [
    ...(report.mode === 'extractive' ? [`*${escaped(texts.dossier)}*`] : []),
    ...report.sections.flatMap(({ title, paragraphs }) => [
      `## ${escaped(title)}`,
      ...report.limits
        .filter((limit) => limit.kind === 'closest' && title.startsWith(limit.title))
        .map((limit) => `*${escaped(limitLine(limit, texts))}*`),
      ...paragraphs.map((sentences) => sentences.map((each) => sentenceLine(each, report, citations, texts)).join(' ')),
    ]),
    ...part(
      texts.contradictions,
      report.contradictions.map(({ a, b, about }) => {
        const [one, other] = [a, b].map(
          (n) => `${escaped(`“${learnings.get(n)?.quote ?? ''}”`)} ${escaped(citations.marks([n]))}`,
        );
        return `- ${escaped(about)}: ${one} / ${other}`;
      }),
    ),
    ...part(
      texts.limits,
      report.limits.map((limit) => `- ${escaped(limitLine(limit, texts))}`),
    ),
    ...part(
      texts.evidence,
      citations.entries.flatMap(({ before, title, after, source, quotes }) => [
        `- ${escaped([before + title + after, style === 'numbered' ? source?.url : ''].filter(Boolean).join(', '))}`,
        ...quotes.map(({ quote }) => `  - ${escaped(`“${quote}”`)}`),
      ]),
    ),
  ].join('\n\n');
}

export const htmlOf = (report: Parts, language: string, style: CitationStyle): string =>
  writeHtml(parseMarkdown(markdownOf(report, language, style)));
