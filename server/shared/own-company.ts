import { CallError } from '../../sync/protocol/errors';
import type { Actor } from '../platform/context';

/**
 * A call that names a company works in the session's own one only. Whether another exists is not said: its administrators are refused
 * here as everybody is.
 */
export function inOwnCompany(actor: Pick<Actor, 'companyId'>, companyId: string): string {
  if (!actor.companyId || companyId !== actor.companyId) throw new CallError('NO_PERMISSION');
  return actor.companyId;
}
