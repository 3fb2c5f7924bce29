/** Reports the time zone of this device: daily digests are sent in the person's morning. */
import type { CommandContext } from '../../outbox/commands/context';

const KEY = 'timeZone';

/**
 * Sets the time zone of a person who has none, and updates it when the zone of this device changes. Otherwise a zone
 * set by another device is kept, so that devices in two zones do not overwrite each other at each start.
 */
export async function reportTimeZone(
  { account, device, documents }: Pick<CommandContext, 'account' | 'device' | 'documents'>,
  timeZone: string,
): Promise<void> {
  if (!(await documents.get('preferences', account.userId))) return;
  const reported: unknown = (await device.meta.get(KEY))?.value;
  if (reported === timeZone) return;
  const hasMoved = reported !== undefined;
  await documents.change('preferences', account.userId, ({ timeZone: known }) =>
    hasMoved || !known ? { timeZone } : null,
  );
  await device.meta.put({ key: KEY, value: timeZone });
}
