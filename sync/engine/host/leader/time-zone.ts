/** Reports the zone of this device's clock, in whose morning the person's digests are sent. */
import type { CommandContext } from '../../outbox/commands/context';

const KEY = 'timeZone';

/**
 * Sets the zone of a person who has none, and follows a device that travels. A zone that another device has set stays
 * otherwise: two devices in two zones do not overwrite each other at each start.
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
