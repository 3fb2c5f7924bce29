/** Row type of 027-device-recovery.sql. */
export interface DeviceRecoveryTable {
  user_id: string;
  id: string;
  /** base64: IV (12 bytes), ciphertext, tag (16 bytes) */
  sealed: string;
  /** milliseconds since the epoch */
  created_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    device_recovery: DeviceRecoveryTable;
  }
}
