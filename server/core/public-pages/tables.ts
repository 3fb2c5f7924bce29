/** Row type of 130-public-canvases.sql. */

/** the company that has the public address of a document */
export interface PublicPageTable {
  collection: 'notes' | 'canvases';
  document_id: string;
  company_id: string;
}

declare module '../../platform/database/tables' {
  interface Tables {
    public_page: PublicPageTable;
  }
}
