/** Of migrations 055, 060, 077 and 200. Times are milliseconds since the epoch. */

/** One use of a service. */
export interface ServiceUseTable {
  company_id: string;
  id: string;
  user_id: string;
  /** one of SERVICES */
  service: string;
  created_at: number;
}

/** Number of a person's uses of a service that are older than USE_KEPT_MS. */
export interface ServiceUsePastTable {
  company_id: string;
  user_id: string;
  service: string;
  uses: number;
}

/** Limits that an organization has set for itself. */
export interface ServiceLimitTable {
  company_id: string;
  service: string;
  person_per_day: number | null;
  per_day: number | null;
}

/** The tokens and the money of one call of a model. */
export interface ServiceAmountTable {
  company_id: string;
  id: string;
  user_id: string;
  /** one of SERVICES */
  service: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  /** millionths of the currency of the price */
  cost: number;
  /** false: an estimate of a call that has not ended */
  is_settled: boolean;
  created_at: number;
}

/** Limits that an organization has set for itself, in tokens and in millionths of its currency. */
export interface AmountLimitTable {
  company_id: string;
  /** one of AMOUNT_UNITS */
  unit: string;
  person_per_day: number | null;
  per_day: number | null;
}

declare module '../platform/database/tables' {
  interface Tables {
    service_use: ServiceUseTable;
    service_use_past: ServiceUsePastTable;
    service_limit: ServiceLimitTable;
    service_amount: ServiceAmountTable;
    amount_limit: AmountLimitTable;
  }
}
