/** Permissions to see, sign out and erase devices. */
import type { CompanyRole } from '../../platform/context';

/** People manage their own devices in all companies. */
export const ownsSession = (session: { user_id: string }, actor: { userId: string }): boolean =>
  session.user_id === actor.userId;

/**
 * Erasing a device loses its unsynced changes, so the rules are those of removing members: the owner for all devices,
 * an administrator for those of plain members and their own.
 */
export const mayEraseDevicesOf = (
  actor: { userId: string; role: CompanyRole | null },
  member: { userId: string; role: CompanyRole },
): boolean =>
  actor.role === 'owner' || (actor.role === 'admin' && (member.role === 'member' || member.userId === actor.userId));
