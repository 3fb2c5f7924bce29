/** Of migrations 055 and 060. Times are milliseconds since the epoch. */

/** One use of a service. */
export interface ServiceUseTable {
  company_id: string;
  id: string;
  user_id: string;
  /** one of SERVICES */
  service: string;
  created_at: number;
}

/** What an organization allows itself. */
export interface ServiceLimitTable {
  company_id: string;
  service: string;
  person_per_day: number | null;
  per_day: number | null;
}

declare module '../platform/database/tables' {
  interface Tables {
    service_use: ServiceUseTable;
    service_limit: ServiceLimitTable;
  }
}
