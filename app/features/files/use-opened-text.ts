import { useLocation, useSearchParams } from '@remix-run/react';
import { useMemo } from 'react';
import { readAnchor, type SearchAnchor } from '~/features/search-anchor/anchor';
import { useQuery } from '~/replica/hooks';
import type { ItemText } from '../../../sync/model/kinds/item-texts';
import type { TextPart } from '../../../sync/model/parsed-text';

export interface OpenedText {
  /** undefined until it is known, null if this device has none */
  text: ItemText | null | undefined;
  /** the part at which the item opens; '' for none */
  partId: string;
  part: TextPart | undefined;
  anchor: SearchAnchor | null;
}

/** The extracted text of an item, and where the address opens it: `part`, and the words of the history entry. */
export function useOpenedText(id: string): OpenedText {
  const text = useQuery({ kind: 'one', collection: 'itemTexts', id });
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const isThis = parameters.get('item') === id;
  const partId = isThis ? (parameters.get('part') ?? '') : '';
  const anchor = useMemo(() => (isThis ? readAnchor(state) : null), [isThis, state]);
  return { text, partId, part: text?.parts.find((part) => part.id === partId), anchor };
}
