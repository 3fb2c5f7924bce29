/** Shows the sentences of a report that are quotes in quotation marks. */
import type { Report, ReportSentence } from './kinds/reports';

/**
 * The text of a sentence; in quotation marks if it has the words of a quote that it cites. A dossier consists of
 * quotes, and shows them as such without marks.
 */
export function sentenceText(
  { text, learnings }: Pick<ReportSentence, 'text' | 'learnings'>,
  report: Pick<Report, 'learnings' | 'mode'>,
): string {
  if (report.mode === 'extractive') return text;
  const isQuote = report.learnings.some(({ n, quote }) => quote === text && learnings.includes(n));
  return isQuote ? `“${text}”` : text;
}
