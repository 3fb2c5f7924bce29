/** Of migration 055: a row for each use of a service. Times are milliseconds since the epoch. */
export interface ServiceUseTable {
  company_id: string;
  id: string;
  user_id: string;
  /** a code of the specification (organization 3), e.g. `websearch.call` */
  service: string;
  created_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    service_use: ServiceUseTable;
  }
}
