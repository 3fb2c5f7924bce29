/**
 * Decides by the server's answer where a page without a workspace navigates. Loaded only then: an ordinary start sends
 * no request and parses no messages.
 */
import { call } from '~/api/client';
import { paths } from '~/paths';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { sessionCalls } from '../../../sync/protocol/session';

/**
 * The address for a page whose workspace was removed from this device. Without an answer of the server: the screen that
 * says so. `isOwn`: the person signed out here, so the ended session is not reported.
 */
export const addressAfterLeaving = (isOwn: boolean): Promise<string> =>
  call(sessionCalls.my, {}).then(
    () => paths.login(),
    (error: unknown) =>
      !(error instanceof CallError) || error instanceof NoAnswerError
        ? paths.home()
        : paths.login(undefined, error.code === 'SESSION_REVOKED' && !isOwn ? 'revoked' : undefined),
  );

/**
 * The address for a person without data on this device: the server has no session, or refuses this network. null: no
 * answer.
 */
export async function addressWithoutAccount(): Promise<string | null> {
  try {
    await call(sessionCalls.my, {});
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) return null;
    if (error.code === 'IP_BLOCKED') return paths.ipBlocked();
    return error.status === 401
      ? paths.login(location.pathname === paths.shell() ? undefined : location.pathname + location.search)
      : null;
  }
}
