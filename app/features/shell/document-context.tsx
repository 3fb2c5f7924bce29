import { createContext, useContext } from 'react';

/**
 * Values of the request that the document needs: the nonce of its content security policy ('' where the policy uses hashes).
 */
export interface DocumentFacts {
  nonce: string;
  /** false: the document loads no script except the one before its first paint (set by a route's `handle`) */
  scripts: boolean;
}

const Context = createContext<DocumentFacts>({ nonce: '', scripts: true });
export const DocumentProvider = Context.Provider;
export const useDocumentFacts = (): DocumentFacts => useContext(Context);
