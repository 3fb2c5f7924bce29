/** Row types of 066-notices.sql and 110-push-failures-by-site.sql. */
export interface NoticeDeliveryTable {
  company_id: string;
  notice_id: string;
  user_id: string;
  created_at: number;
  digest_at: number | null;
}
export interface PushSubscriptionTable {
  id: string;
  session_id: string;
  user_id: string;
  company_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  has_lock: boolean;
  created_at: number;
}
export interface PushFailureTable {
  user_id: string;
  /** host and port of the address */
  site: string;
  /** attempts in a row without an answer in time, and when the last one was */
  failures: number;
  failed_at: number;
}
export interface VapidKeyTable {
  id: number;
  public_key: string;
  private_key: string;
  created_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    notice_delivery: NoticeDeliveryTable;
    push_subscription: PushSubscriptionTable;
    push_failure: PushFailureTable;
    vapid_key: VapidKeyTable;
  }
}
