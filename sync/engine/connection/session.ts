/**
 * The session as the worker needs it: a `fetch` that listens to what every answer says of time and session, and the renewal of the
 * access token, by one tab at a time.
 *
 *   401 ──► Web Lock `satchel-refresh` ──► another tab renewed meanwhile? ──yes──► call again
 *                                          └─no──► POST /user/token/refresh ──► call again; 401: signed out
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
  /** '' for the own origin; tests give another */
  origin: string;
  /** when any tab renewed last, in device milliseconds; shared by the tabs */
  renewedAt: { read(): Promise<number>; write(at: number): Promise<void> };
  /** the server ended this session */
  onRevoked: (ending: Ending) => void;
  /** the server answered as it does to a session that may ask */
  onContact?: () => void;
}

const REFRESH_LOCK = 'satchel-refresh';

export interface Session {
  call: Call;
  /** for calls whose answer comes in lines */
  lines: CallLines;
  /** fetch for what is no declared call: the stream and uploads */
  fetch: Fetch;
  /** Renews the access token. False: the session has ended. Throws when the server cannot be asked. */
  renew: () => Promise<boolean>;
}

/** What an answer with 401 says of an ended session, without using up its body. */
async function revocation(response: Response): Promise<Ending | null> {
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

export function createSession(options: SessionOptions): Session {
  const listening: Fetch = async (input, init) => {
    const sentAt = options.clock.deviceNow();
    const response = await options.fetch(input, init);
    const time = response.headers.get(SERVER_TIME_HEADER);
    if (time) options.clock.observe(Number(time), sentAt);
    const revoked = await revocation(response);
    if (revoked) options.onRevoked(revoked);
    // what a portal of a hotel answers carries no time of the server
    if (time && response.ok) options.onContact?.();
    return response;
  };
  const plain = createClient({ origin: options.origin, fetch: listening });

  let renewing: Promise<boolean> | null = null;
  const renewOnce = async (): Promise<boolean> => {
    const asked = options.clock.deviceNow();
    return options.locks.request(REFRESH_LOCK, async () => {
      const renewed = await options.renewedAt.read();
      // a renewal in the future was noted before the device's clock was put back: it says nothing of this session
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
    (renewing ??= renewOnce().finally(() => {
      renewing = null;
    }));

  const client = { origin: options.origin, fetch: listening, renew };
  return { call: createClient(client), lines: createLinesClient(client), fetch: listening, renew };
}
