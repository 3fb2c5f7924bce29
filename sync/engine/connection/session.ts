/**
 * The session of a worker: a `fetch` that reads the server time and the end of the session from each response, and the
 * renewal of the access token by one tab at a time.
 *
 *   401 ──► Web Lock `satchel-refresh` ──► renewed by another tab meanwhile? ──yes──► retry
 *                                          └─no──► POST /user/token/refresh ──► retry; 401: signed out
 */
import { createClient, NoAnswerError, type Call } from '../../protocol/client';
import { createLinesClient, type CallLines } from '../../protocol/lines';
import { CallError } from '../../protocol/errors';
import { SERVER_TIME_HEADER } from '../../protocol/messages';
import { sessionCalls, type Ending } from '../../protocol/session';
import type { CorrectedClock } from '../storage/clock';
import type { Fetch } from '../storage/environment';

export interface SessionOptions {
  fetch: Fetch;
  locks: LockManager;
  clock: CorrectedClock;
  /** '' for the same origin; tests use another */
  origin: string;
  /** device time of the last renewal by any tab; shared by the tabs */
  renewedAt: { read(): Promise<number>; write(at: number): Promise<void> };
  /** the server ended this session */
  onRevoked: (ending: Ending) => void;
  /** the server accepted a request of this session */
  onContact?: () => void;
}

export const REFRESH_LOCK = 'satchel-refresh';

export interface Session {
  call: Call;
  /** for calls with an NDJSON response */
  lines: CallLines;
  /** fetch for requests that are not declared calls: the stream and uploads */
  fetch: Fetch;
  /** Renews the access token. False: the session has ended. Throws if the server is unreachable. */
  renew: () => Promise<boolean>;
}

/** Reads the end of the session from a 401 response without consuming its body. */
async function revocationOf(response: Response): Promise<Ending | null> {
  if (response.status !== 401) return null;
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: string; wipe?: boolean; params?: { wipe?: unknown; handover?: unknown } } | null;
  if (answer?.error !== 'SESSION_REVOKED') return null;
  return {
    wipe: answer.wipe === true || answer.params?.wipe === true || answer.params?.wipe === 'true',
    handover: answer.params?.handover === 'true',
  };
}

/** Creates the session's clients; requests are sent with `options.fetch`, and a 401 renews the access token once. */
export function createSession(options: SessionOptions): Session {
  const observedFetch: Fetch = async (input, init) => {
    const sentAt = options.clock.deviceNow();
    const response = await options.fetch(input, init);
    const time = response.headers.get(SERVER_TIME_HEADER);
    if (time) options.clock.observe(Number(time), sentAt);
    const revoked = await revocationOf(response);
    if (revoked) options.onRevoked(revoked);
    // A captive portal's response has no server time.
    if (time && response.ok) options.onContact?.();
    return response;
  };
  const plain = createClient({ origin: options.origin, fetch: observedFetch });

  let renewal: Promise<boolean> | null = null;
  const renewOnce = async (): Promise<boolean> => {
    const asked = options.clock.deviceNow();
    return options.locks.request(REFRESH_LOCK, async () => {
      const renewed = await options.renewedAt.read();
      // A renewal in the future was stored before the device's clock was set back, and proves nothing about this
      // session.
      if (renewed >= asked && renewed <= options.clock.deviceNow()) return true;
      try {
        await plain(sessionCalls.refresh, {});
        await options.renewedAt.write(options.clock.deviceNow());
        return true;
      } catch (error) {
        if (
          error instanceof CallError &&
          !(error instanceof NoAnswerError) &&
          (error.status === 401 || error.status === 400)
        )
          return false;
        throw error;
      }
    });
  };
  const renew = (): Promise<boolean> =>
    (renewal ??= renewOnce().finally(() => {
      renewal = null;
    }));

  const client = { origin: options.origin, fetch: observedFetch, renew };
  return { call: createClient(client), lines: createLinesClient(client), fetch: observedFetch, renew };
}
