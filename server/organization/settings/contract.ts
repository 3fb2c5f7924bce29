/** Company-wide settings, and the storage in use (specification: organization 3, 7, 9). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';

const GB = 1024 ** 3;

/** Days after its last change at which a note or a meeting is deleted; null: unlimited. */
export const RETENTION_DAYS = [180, 365, 730, null] as const;
/** Bytes of recordings of the whole company; null: unlimited. */
export const STORAGE_LIMITS = [500 * GB, 1024 * GB, 2048 * GB, null] as const;
/** Hours. An unused session ends after 60 days (1,440 hours) at the latest, whatever the setting. */
export const SESSION_HOURS = { min: 1, max: 1440 } as const;
export const SESSION_MAX_HOURS = { min: 1, max: 8760 } as const;
/** Hours that a device may be without contact to the server before it locks. */
export const LEASE_HOURS = { min: 1, max: 720, default: 72 } as const;
export const DEVICE_LOCKS = ['off', 'required'] as const;

const oneOf = (values: readonly (number | null)[]) =>
  v.pipe(
    v.nullable(v.number('PARAM_ERROR')),
    v.check((value) => values.includes(value), 'PARAM_ERROR'),
  );
const hours = ({ min, max }: { min: number; max: number }) => whole({ min, max, message: 'hoursInvalid' });

/** All settings that can be changed. Messages are keys of `admin:settings.errors` texts. */
export const SettingFields = {
  /** turned on: all members must change passwords chosen before */
  mustChangePassword: v.boolean('PARAM_ERROR'),
  retentionDays: oneOf(RETENTION_DAYS),
  storageLimit: oneOf(STORAGE_LIMITS),
  /** hours that an unused session lasts; null: 60 days */
  sessionHours: v.nullable(hours(SESSION_HOURS)),
  /** hours that a session lasts after sign-in, used or not; null: unlimited */
  sessionMaxHours: v.nullable(hours(SESSION_MAX_HOURS)),
  /** members may share notes by a public link; turned off, existing links show nothing */
  publicLinks: v.boolean('PARAM_ERROR'),
  /** the recorder reminds members to tell everybody that they record */
  recordingHint: v.boolean('PARAM_ERROR'),
  deviceLock: v.picklist(DEVICE_LOCKS, 'PARAM_ERROR'),
  leaseHours: hours(LEASE_HOURS),
};
export const SettingChange = v.partial(v.object(SettingFields));
export type SettingChange = v.InferOutput<typeof SettingChange>;

export const CompanySetting = v.object({
  ...SettingFields,
  /** retention deletes nothing before this time, milliseconds since the epoch; null: retention is off */
  retentionFrom: v.nullable(v.number()),
  /** bytes of recordings, including uploads in progress */
  storageUsed: v.number(),
});
export type CompanySetting = v.InferOutput<typeof CompanySetting>;

const RetentionCounts = {
  notes: v.number(),
  meetings: v.number(),
  recordings: v.number(),
  /** files and links; 0 in receipts from before they existed */
  files: v.number(),
  /** 0 in receipts from before the retention included chats */
  chats: v.number(),
  bytes: v.number(),
};
export const RetentionPreview = v.object({
  ...RetentionCounts,
  /** earliest deletion, milliseconds since the epoch */
  from: v.number(),
  /** documents last changed before this time would be deleted now */
  before: v.number(),
});
export type RetentionPreview = v.InferOutput<typeof RetentionPreview>;
/** The result of one run of the retention: its time, and the limit of the last change. */
export const RetentionReceipt = v.object({ id: Id, at: v.number(), before: v.number(), ...RetentionCounts });
export type RetentionReceipt = v.InferOutput<typeof RetentionReceipt>;

export const settingCalls = {
  get: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}/setting',
    who: 'admin',
    summary: 'The company’s settings: passwords, sessions, device lock, data retention, storage and its use.',
    input: v.object({ id: Id }),
    output: CompanySetting,
    errors: ['NO_PERMISSION'],
  }),
  change: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/{id}/setting',
    who: 'admin',
    summary: 'Changes the given settings. A shorter retention period takes effect after one day.',
    input: v.object({ id: Id, ...SettingChange.entries }),
    output: CompanySetting,
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
  retentionPreview: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}/setting/retention/preview',
    who: 'admin',
    perMinute: 60,
    summary: 'Previews the deletions of a retention period; changes nothing.',
    input: v.object({
      id: Id,
      retentionDays: v.pipe(
        v.union([v.string(), v.number()]),
        v.transform(Number),
        v.check((days) => days > 0 && RETENTION_DAYS.some((each) => each === days), 'PARAM_ERROR'),
      ),
    }),
    output: RetentionPreview,
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
  retentionReceipts: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}/setting/retention/receipts',
    who: 'admin',
    summary: 'The last twenty runs of the retention with deletions.',
    input: v.object({ id: Id }),
    output: v.object({ receipts: v.array(RetentionReceipt) }),
    errors: ['NO_PERMISSION'],
  }),
};
