/** Rules of member removal (specification: organization 6). */
import type { CompanyRole } from '../../platform/context';

/** The owner removes all others; an administrator removes plain members, and may leave. */
export const mayRemove = (
  actor: { userId: string; role: CompanyRole | null },
  target: { userId: string; role: CompanyRole },
): boolean =>
  target.role !== 'owner' &&
  (actor.role === 'owner' || (actor.role === 'admin' && (target.role === 'member' || target.userId === actor.userId)));
