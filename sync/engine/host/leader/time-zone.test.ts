import { expect, it } from 'vitest';
import { reportTimeZone } from './time-zone';

/** A device with stored values, and the preferences of its person. */
function deviceWith(preferences: { timeZone?: string } | null) {
  const rows = new Map<string, { value: unknown }>();
  let writes = 0;
  const context = {
    account: { userId: 'u1' },
    device: {
      meta: {
        get: async (key: string) => rows.get(key),
        put: async (row: { key: string; value: unknown }) => void rows.set(row.key, row),
      },
    },
    documents: {
      get: async () => preferences,
      change: async (_kind: string, _id: string, patch: (before: object) => object | null) => {
        const fields = patch(preferences!);
        if (fields) writes += 1;
        Object.assign(preferences!, fields);
      },
    },
  } as unknown as Parameters<typeof reportTimeZone>[0];
  return { reports: (zone: string) => reportTimeZone(context, zone), writes: () => writes };
}

it('sets the time zone once for a person who has none', async () => {
  const preferences: { timeZone?: string } = {};
  const device = deviceWith(preferences);
  await device.reports('Asia/Tokyo');
  await device.reports('Asia/Tokyo');
  expect([preferences.timeZone, device.writes()]).toEqual(['Asia/Tokyo', 1]);
});

it('updates the zone when this device changes it, and keeps a zone set by another device', async () => {
  const preferences = { timeZone: 'Asia/Tokyo' };
  const device = deviceWith(preferences);
  await device.reports('Europe/Berlin');
  expect([preferences.timeZone, device.writes()]).toEqual(['Asia/Tokyo', 0]);
  await device.reports('America/New_York');
  expect([preferences.timeZone, device.writes()]).toEqual(['America/New_York', 1]);
});

it('changes nothing until the preferences are on the device', async () => {
  const device = deviceWith(null);
  await device.reports('Asia/Tokyo');
  expect(device.writes()).toBe(0);
});
