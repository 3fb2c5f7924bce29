/** Whether the document of a quote still contains it, in the version on this device. */
import { filter, merge, startWith, switchMap, throttleTime, type Observable } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import { SUMMARY_PART, type AnswerSource } from '../../../model/kinds/answers';
import { searchedTextsOf } from '../../../merge/searched-texts';
import { sourcesOf, type Source } from '../../../ranking/sources';
import type { Stored } from '../../storage/stored';
import type { LiveQuery } from '../live-queries';
import type { LiveSources } from './live-sources';

/** The document that a passage was taken from, or its part. */
export type QuotedSource = Pick<AnswerSource, 'kind' | 'id' | 'partId'>;

/** least milliseconds between two values while the text is edited */
const QUIET_MS = 500;

/** The documents that may contain a passage; none for web pages and temporary files. */
export function textSourcesOf({ kind, id, partId }: QuotedSource): Source[] {
  if (kind === 'web' || kind === 'temporary') return [];
  const holders = HOLDERS[kind] ?? meetingHolders(partId);
  return sourcesOf({ collection: kind, id }).filter(({ collection }) => holders.includes(collection));
}

const HOLDERS: Readonly<Partial<Record<QuotedSource['kind'], readonly KindName[]>>> = {
  notes: ['noteContents'],
  projects: ['projects'],
  projectItems: ['itemTexts'],
};

/** Kinds that may contain a passage of a meeting: its `partId` may name a segment or a typed line. */
const meetingHolders = (partId: string): readonly KindName[] =>
  partId === '' ? ['noteContents'] : partId === SUMMARY_PART ? ['summaries'] : ['transcripts', 'meetings'];

/** Without white space, and without the citations in the Markdown of a summary, which its passages leave out. */
const compact = (text: string): string => text.replace(/\s+|\[\^(?:\d+|\?)\]/gu, '');
/** name of the speaker at the start of a line of a transcript */
const SPEAKER = /^[^:\n]{1,200}: /;

/** True if the texts contain each line of the quote; white space and the name of the speaker are ignored. */
export function standsIn(texts: readonly string[], quote: string): boolean {
  const whole = compact(texts.join(''));
  return quote
    .split('\n')
    .every((line) => whole.includes(compact(line)) || whole.includes(compact(line.replace(SPEAKER, ''))));
}

/**
 * True, false, or null if a text that may have it is not on this device. `changes$`: whenever one of the documents
 * changes
 */
export const quotedStands = (
  sources: readonly Source[],
  quote: string,
  changes$: Observable<unknown>,
  read: (source: Source) => Promise<Stored | null>,
): Observable<boolean | null> =>
  changes$.pipe(
    startWith(undefined),
    throttleTime(QUIET_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => {
      const rows = await Promise.all(sources.map(read));
      try {
        const texts = rows.flatMap((row, i) =>
          row ? searchedTextsOf(sources[i]!.collection, row).map(({ text }) => text) : [],
        );
        if (texts.length > 0 && standsIn(texts, quote)) return true;
        return rows.includes(null) || texts.length === 0 ? null : false;
      } catch {
        // a damaged text gives no answer, since its content is unknown
        return null;
      }
    }),
  );

/** The live query `quoted`: true, false, or null if the document of the quote is not on this device. */
export function quoted(
  { replica, documents }: Pick<LiveSources, 'replica' | 'documents'>,
  { source, quote }: Extract<LiveQuery, { kind: 'quoted' }>,
): Observable<boolean | null> {
  const sources = textSourcesOf(source).filter(({ collection }) => replica.names.includes(collection));
  const changes = sources.map(({ collection, id }) =>
    replica
      .kind(collection)
      .changes()
      .pipe(filter((ids) => ids.includes(id))),
  );
  return quotedStands(sources, quote, merge(...changes), async ({ collection, id }) => {
    const [row] = await documents.stored(collection, [id]);
    return row && !row._deleted && documents.passes(collection, row) ? row : null;
  });
}
