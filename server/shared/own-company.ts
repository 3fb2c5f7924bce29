import { CallError } from '../../sync/protocol/errors';
import type { Actor } from '../platform/context';

/**
 * Restricts calls that name a company to the session's own. Other ids get the same error whether the company exists or
 * not, administrators included.
 */
export function inOwnCompany(actor: Pick<Actor, 'companyId'>, companyId: string): string {
  if (!actor.companyId || companyId !== actor.companyId) throw new CallError('NO_PERMISSION');
  return actor.companyId;
}
