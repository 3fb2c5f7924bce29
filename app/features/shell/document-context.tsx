import { createContext, useContext } from 'react';

/** What the document needs of the request: the nonce of its content security policy ('' where hashes stand for it). */
export interface DocumentFacts {
  nonce: string;
}

const Context = createContext<DocumentFacts>({ nonce: '' });
export const DocumentProvider = Context.Provider;
export const useDocumentFacts = (): DocumentFacts => useContext(Context);
