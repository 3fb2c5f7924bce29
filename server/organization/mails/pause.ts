import { CallError } from '../../../sync/protocol/errors';

/** Minimum milliseconds between two mails of the same kind and subject. */
export const RESEND_MS = 60_000;

/**
 * Throws OPERATE_TOO_FAST with the `seconds` to wait, within the pause after a mail. `sentAt` null or undefined: none
 * was sent.
 */
export function refuseWithinPause(sentAt: number | null | undefined, now: number): void {
  if (sentAt != null && sentAt > now - RESEND_MS)
    throw new CallError('OPERATE_TOO_FAST', { params: { seconds: Math.ceil((sentAt + RESEND_MS - now) / 1000) } });
}
