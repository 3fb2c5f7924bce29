import { useLocation, useSearchParams } from '@remix-run/react';
import { useMemo } from 'react';
import { readAnchor, type SearchAnchor } from '~/features/search-anchor/anchor';
import { useQuery } from '~/replica/hooks';
import type { ItemText } from '../../../sync/model/kinds/item-texts';
import type { TextPart } from '../../../sync/model/parsed-text';

export interface OpenedText {
  /** undefined until the query has a value; null if this device has no text */
  text: ItemText | null | undefined;
  /** id of the part to open; empty for none */
  partId: string;
  part: TextPart | undefined;
  anchor: SearchAnchor | null;
}

/** The extracted text of an item, with the part named by the address and the search words of the history entry. */
export function useOpenedText(id: string): OpenedText {
  const text = useQuery({ kind: 'one', collection: 'itemTexts', id });
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const isThis = parameters.get('item') === id;
  const partId = isThis ? (parameters.get('part') ?? '') : '';
  const anchor = useMemo(() => (isThis ? readAnchor(state) : null), [isThis, state]);
  return { text, partId, part: text?.parts.find((part) => part.id === partId), anchor };
}
