/** The present document of a passage: its address, and whether it still contains the quote. */
import { useQuery } from '~/replica/hooks';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { targetOf } from './source-target';

export interface SourceNow {
  /** null if this device does not have the document, or the document cannot be opened */
  target: ReturnType<typeof targetOf>;
  /** the document no longer contains the quote */
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
