/** The citation style of this person's reports, on all of their devices. */
import { createContext, useContext } from 'react';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import type { Citations } from '../../../sync/model/citations';
import type { CitationStyle } from '../../../sync/model/kinds/preferences';

export function useCitationStyle(): CitationStyle {
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  return preferences?.citationStyle ?? 'numbered';
}

export const chooseCitationStyle = (citationStyle: CitationStyle): Promise<null> =>
  run('preferences.update', { citationStyle });

/** The citations of the report on screen. */
export const CitationsContext = createContext<Citations | null>(null);
export const useCitations = (): Citations | null => useContext(CitationsContext);
