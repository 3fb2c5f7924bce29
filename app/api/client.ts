/** The typed client of the declared calls, for pages. Offline features use the replica's commands instead. */
import { storeOf } from '~/replica/live';
import { createClient, type Call } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { accountHeader } from '../../sync/protocol/messages';
import { sessionCalls } from '../../sync/protocol/session';

const plain = createClient({ fetch: (url, init) => fetch(url, init) });

let renewing: Promise<boolean> | null = null;
/** One renewal at a time, shared by all callers. */
function renew(): Promise<boolean> {
  renewing ??= plain(sessionCalls.refresh, {})
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) return false;
      throw error;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

/**
 * The account this page shows, sent with every call: a page left open while another tab signed in as somebody else must
 * not act in their name. Omitted before the sign-in.
 */
function accountHeaders(): Record<string, string> {
  const account = typeof Worker === 'undefined' ? null : storeOf({ kind: 'account' }).peek();
  return account ? accountHeader(account) : {};
}

/**
 * Calls the server as the signed-in person; renews the session once after a 401. Throws CallError; USER_NOT_LOGIN if
 * the session is another account's.
 */
export const call: Call = createClient({ fetch: (url, init) => fetch(url, init), headers: accountHeaders, renew });
