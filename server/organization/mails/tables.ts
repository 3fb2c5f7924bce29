/** The table of 047-mail-limits.sql, as a type. */
export interface MailCountTable {
  key: string;
  /** days since the epoch, UTC */
  day: number;
  n: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    mail_count: MailCountTable;
  }
}
