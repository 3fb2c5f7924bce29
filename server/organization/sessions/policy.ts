/** Whose devices a person may see, sign out and erase. */
import type { CompanyRole } from '../../platform/context';

/** Their own, wherever these work. */
export const ownsSession = (session: { user_id: string }, actor: { userId: string }): boolean =>
  session.user_id === actor.userId;

/** What is only on a device is lost with it, so it is as with removing people: the owner anybody's, an administrator those of plain members and their own. */
export const mayEraseDevicesOf = (
  actor: { userId: string; role: CompanyRole | null },
  member: { userId: string; role: CompanyRole },
): boolean =>
  actor.role === 'owner' || (actor.role === 'admin' && (member.role === 'member' || member.userId === actor.userId));
