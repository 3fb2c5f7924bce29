/**
 * A replica and a page say with each request whose they are. Tabs of a browser share their cookies: after a sign-in or a change of company in one tab,
 * a request of another still speaks of the account before. It is refused here, so that nothing of one company is answered or written as
 * the other's.
 */
import { CallError } from '../../../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../../../sync/protocol/messages';
import type { Actor } from '../context';

/**
 * @param header `<companyId>/<userId>`; nothing is refused without it
 * @param concerns 'person': what is asked has nothing to do with the company
 * Throws USER_NOT_LOGIN for another person's session, COMPANY_MISMATCH for one in another company.
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
