/** Groups the passages of a report by source document. */
import type { AnswerSource } from './kinds/answers';
import type { Learning, Report } from './kinds/reports';

export interface ReportSource {
  /** the first cited passage of the document */
  source: AnswerSource;
  quotes: { learning: Learning; passage: AnswerSource }[];
}

const documentKey = ({ kind, id, url }: AnswerSource): string => (kind === 'web' ? `web/${url}` : `${kind}/${id}`);

export const documentCount = (sources: readonly AnswerSource[]): number => new Set(sources.map(documentKey)).size;

/** The source documents in the order of their first citation. */
export function sourcesOf({ sources, learnings }: Pick<Report, 'sources' | 'learnings'>): ReportSource[] {
  const passages = new Map(sources.map((source) => [source.no, source]));
  const found = new Map<string, ReportSource>();
  for (const learning of learnings) {
    const passage = passages.get(learning.source);
    if (!passage) continue;
    const key = documentKey(passage);
    const known = found.get(key);
    if (known) known.quotes.push({ learning, passage });
    else found.set(key, { source: passage, quotes: [{ learning, passage }] });
  }
  return [...found.values()];
}
