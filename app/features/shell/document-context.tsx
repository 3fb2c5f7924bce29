import { createContext, useContext } from 'react';

/** What the document needs of the request: the nonce of its content security policy ('' where hashes stand for it). */
export interface DocumentFacts {
  nonce: string;
  /** false: the document loads no script but the one before its first paint (a route says so in its `handle`) */
  scripts: boolean;
}

const Context = createContext<DocumentFacts>({ nonce: '', scripts: true });
export const DocumentProvider = Context.Provider;
export const useDocumentFacts = (): DocumentFacts => useContext(Context);
