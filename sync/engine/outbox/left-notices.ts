/**
 * Notices about the unsent work of organizations that were left; stored in the workspace that continues until the
 * person has read them.
 */
import type { DeviceDatabase } from '../storage/device-database';

export interface HandedOverCounts {
  /** things in quarantine */ taken: number;
  /** items that could not be handed over */ leftOut: number;
}

export interface LeftNotice extends HandedOverCounts {
  companyId: string;
  /** '': unknown */
  name: string;
}

export const LEFT_KEY = 'left';

async function change(device: DeviceDatabase, companyId: string, notice: LeftNotice[]): Promise<void> {
  const before = ((await device.meta.get(LEFT_KEY))?.value as LeftNotice[] | undefined) ?? [];
  await device.meta.put({
    key: LEFT_KEY,
    value: [...before.filter((each) => each.companyId !== companyId), ...notice],
  });
}

export const noteLeft = (device: DeviceDatabase, notice: LeftNotice): Promise<void> =>
  change(device, notice.companyId, [notice]);

export const forgetLeft = (device: DeviceDatabase, companyId: string): Promise<void> => change(device, companyId, []);
