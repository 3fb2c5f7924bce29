/**
 * Shares an unwrapped key between the workers of the browser's tabs, so that a PIN is typed once: a starting worker
 * asks, a worker that has the key answers. The key travels as a non-extractable CryptoKey and is never written to disk.
 *
 *   new worker ──ask──► others        others ──key──► new worker        any ──cover, leave, changed──► others
 */
import type { Channel, OpenChannel } from '../../storage/broadcast';
import type { UnlockedKey } from '../../storage/sealing/keys';

export type PeerMessage =
  | { kind: 'ask'; scope: string }
  | ({ kind: 'key'; scope: string; isCovered: boolean } & UnlockedKey)
  | { kind: 'cover'; scope: string; isCovered: boolean }
  /** the databases are about to be encrypted again: close them */
  | { kind: 'leave'; scope: string }
  /** the lock changed: read it again */
  | { kind: 'changed'; scope: string };

export const peerChannel = (prefix: string): string => `${prefix}satchel-lock`;

/** milliseconds within which a busy worker answers */
const WAIT_MS = 400;

/** Asks the other workers for the key; null: none has it. `scope`: of the account, with the device's prefix. */
export function askPeers(
  openChannel: OpenChannel,
  scope: string,
  prefix = '',
): Promise<Extract<PeerMessage, { kind: 'key' }> | null> {
  return new Promise((resolve) => {
    const done = (answer: Extract<PeerMessage, { kind: 'key' }> | null): void => {
      clearTimeout(timer);
      channel.close();
      resolve(answer);
    };
    const channel: Channel<PeerMessage> = openChannel<PeerMessage>(peerChannel(prefix), (message) => {
      if (message.kind === 'key' && message.scope === scope) done(message);
    });
    const timer = setTimeout(() => done(null), WAIT_MS);
    channel.post({ kind: 'ask', scope });
  });
}
