/** The document of a passage as it is now: where it opens, and whether the quote still stands in it. */
import { useQuery } from '~/replica/hooks';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { targetOf } from './source-target';

export interface SourceNow {
  /** null: there is no document on this device, or none that could be opened */
  target: ReturnType<typeof targetOf>;
  /** the quote stands in it no more */
  isChanged: boolean;
}

export function useSource(source: AnswerSource, quote: string): SourceNow {
  const { kind, id, partId } = source;
  const doc = useQuery(kind === 'web' || kind === 'temporary' ? null : { kind: 'one', collection: kind, id });
  const stands = useQuery(doc && quote !== '' ? { kind: 'quoted', source: { kind, id, partId }, quote } : null);
  return {
    target: doc ? targetOf(source, quote, 'itemType' in doc ? doc.itemType : undefined) : null,
    isChanged: stands === false,
  };
}
