/**
 * A key that was unwrapped is shared by the workers of the browser's tabs, so that a PIN is typed once: who starts asks, who has it
 * answers. It goes as a handle that no script reads out, and never to a disk.
 */
import type { Channel, OpenChannel } from '../../storage/broadcast';
import type { UnlockedKey } from '../../storage/sealing/keys';

export type PeerMessage =
  | { kind: 'ask'; scope: string }
  | ({ kind: 'key'; scope: string; isCovered: boolean } & UnlockedKey)
  | { kind: 'cover'; scope: string; isCovered: boolean }
  /** the databases are about to be sealed again: let go of them */
  | { kind: 'leave'; scope: string }
  /** the lock changed: look again */
  | { kind: 'changed'; scope: string };

export const peerChannel = (prefix: string): string => `${prefix}satchel-lock`;

/** milliseconds a worker that is busy may take to answer */
const WAIT_MS = 400;

/** Asks the other workers. null: none has it. `scope`: of the account, with the device's prefix. */
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
