/**
 * Refuses requests for another account. Replicas and pages send the account they belong to, because tabs of a browser
 * share cookies: after a sign-in or a change of company in one tab, another tab's request still belongs to the previous
 * account. Without this check, data of one company could be returned or written as another's.
 */
import { CallError } from '../../../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../../../sync/protocol/messages';
import type { Actor } from '../context';

/**
 * Throws USER_NOT_LOGIN for another person's session, COMPANY_MISMATCH for a session in another company.
 * @param header `<companyId>/<userId>`; without it nothing is refused
 * @param concerns 'person': the request does not depend on the company
 */
export function refuseOtherAccount(
  actor: Pick<Actor, 'userId' | 'companyId'>,
  header: string | string[] | undefined,
  concerns: 'person' | 'company' = 'company',
): void {
  if (typeof header !== 'string') return;
  const [companyId, userId] = header.split('/');
  if (userId !== actor.userId)
    throw new CallError('USER_NOT_LOGIN', { message: `the session is not that of the request's ${ACCOUNT_HEADER}` });
  if (concerns === 'company' && companyId !== actor.companyId) throw new CallError('COMPANY_MISMATCH');
}
