/** Row type of 047-mail-limits.sql. */
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
