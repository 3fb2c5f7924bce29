/** Row type of 130-public-canvases.sql. */
import type { KindName } from '../../../sync/model/kinds';

/** the company that has the public address of a document */
export interface PublicPageTable {
  collection: KindName;
  document_id: string;
  company_id: string;
}

declare module '../../platform/database/tables' {
  interface Tables {
    public_page: PublicPageTable;
  }
}
