/** Whether a quote of an answer still stands in its document, as this device has it. */
import { filter, startWith, switchMap, throttleTime, type Observable } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import { SUMMARY_PART, type AnswerSource } from '../../../model/kinds/answers';
import { searchedTextsOf } from '../../../merge/searched-texts';
import { sourcesOf, type Source } from '../../../ranking/sources';
import type { Stored } from '../../storage/stored';

/** The document that a passage was taken from, or its part. */
export type QuotedSource = Pick<AnswerSource, 'kind' | 'id' | 'partId'>;

/** milliseconds between two values while somebody types in the text */
const QUIET_MS = 500;

/** The document that has the text of a passage. undefined: there is none. */
export function textSourceOf({ kind, id, partId }: QuotedSource): Source | undefined {
  if (kind === 'web' || kind === 'temporary') return undefined;
  const holder: KindName =
    kind === 'notes'
      ? 'noteContents'
      : kind === 'projectItems'
        ? 'itemTexts'
        : kind === 'projects'
          ? 'projects'
          : partId === ''
            ? 'noteContents'
            : partId === SUMMARY_PART
              ? 'summaries'
              : 'transcripts';
  return sourcesOf({ collection: kind, id }).find(({ collection }) => collection === holder);
}

const compact = (text: string): string => text.replace(/\s+/gu, '');
/** in front of a line of a transcript */
const SPEAKER = /^[^:\n]{1,200}: /;

/** Whether each line of the quote stands in the texts, whatever its white space, and whoever spoke it. */
export function standsIn(texts: readonly string[], quote: string): boolean {
  const whole = compact(texts.join(''));
  return quote
    .split('\n')
    .every((line) => whole.includes(compact(line)) || whole.includes(compact(line.replace(SPEAKER, ''))));
}

/** True, false, or null if the text is not on this device. `changes$`: ids of changed documents of the source's kind */
export const quotedStands = (
  { collection, id }: Source,
  quote: string,
  changes$: Observable<readonly string[]>,
  read: () => Promise<Stored | null>,
): Observable<boolean | null> =>
  changes$.pipe(
    filter((ids) => ids.includes(id)),
    startWith(undefined),
    throttleTime(QUIET_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => {
      const row = await read();
      if (!row) return null;
      try {
        const texts = searchedTextsOf(collection, row).map(({ text }) => text);
        return texts.length === 0 ? null : standsIn(texts, quote);
      } catch {
        // a damaged text is not a changed one
        return null;
      }
    }),
  );
