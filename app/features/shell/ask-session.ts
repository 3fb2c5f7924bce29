/** Where the server's answer sends a page without a workspace. Loaded only then: an ordinary start asks nothing and checks no messages. */
import { call } from '~/api/client';
import { paths } from '~/paths';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { sessionCalls } from '../../../sync/protocol/session';

/**
 * The address for a page whose workspace this device has forgotten. Without an answer of the server: where that is said. `isOwn`: the
 * person signed out here, so that an ended session is nothing to speak of.
 */
export const addressAfterLeaving = (isOwn: boolean): Promise<string> =>
  call(sessionCalls.my, {}).then(
    () => paths.login(),
    (error: unknown) =>
      !(error instanceof CallError) || error instanceof NoAnswerError
        ? paths.home()
        : paths.login(undefined, error.code === 'SESSION_REVOKED' && !isOwn ? 'revoked' : undefined),
  );

/** The address for who has nothing on this device: the server knows no session, or not from this network. null: it did not answer. */
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
