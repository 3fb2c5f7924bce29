/** Row types of 066-notices.sql and 072-saved-versions-and-push-failures.sql. */
import type { Generated } from 'kysely';

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
  /** attempts in a row without an answer in time, and when the last one was */
  failures: Generated<number>;
  failed_at: Generated<number>;
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
    vapid_key: VapidKeyTable;
  }
}
