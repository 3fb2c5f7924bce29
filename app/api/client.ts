/** The typed client of the declared calls, for pages. What must work offline goes through the replica's commands instead. */
import { createClient, type Call } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { sessionCalls } from '../../sync/protocol/session';

const plain = createClient({ fetch: (url, init) => fetch(url, init) });

let renewing: Promise<boolean> | null = null;
/** One renewal at a time, whoever asks. */
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

/** Calls the server as the signed-in person; renews the session once after a 401. Throws CallError. */
export const call: Call = createClient({ fetch: (url, init) => fetch(url, init), renew });
