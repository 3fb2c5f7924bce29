/**
 * The calls by which a device hands over one account: for a revoked session, or for an organization that was left while
 * the session continues.
 */
import type { Call } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { handoverCalls, type HandoverItem } from '../../../protocol/handover';
import type { AccountId } from '../../storage/account';

/** milliseconds for one part of a recording */
const PART_MS = 120_000;

export interface HandoverLine {
  items(items: HandoverItem[]): Promise<unknown>;
  /** @returns `size`: the offset at which the next part begins */
  audio(part: { recordingId: string; offset: number; bytes: string }): Promise<{ size: number }>;
}

/** `finish` ends the handover of all accounts in `accounts`. */
export interface Handover {
  accounts: AccountId[];
  lineOf: (account: AccountId) => HandoverLine;
  finish: (leftOut: number) => Promise<unknown>;
}

/** All accounts of the person on this device. */
export const ofRevokedSession = (call: Call, accounts: AccountId[]): Handover => ({
  accounts,
  lineOf: ({ companyId }) => ({
    items: (items) => call(handoverCalls.items, { companyId, items }),
    audio: (part) => call(handoverCalls.audio, { companyId, ...part }, { timeout: PART_MS }),
  }),
  finish: (leftOut) => ended(call(handoverCalls.finish, { leftOut })),
});

export const ofLeftOrganization = (call: Call, { userId, companyId }: AccountId): Handover => ({
  accounts: [{ userId, companyId }],
  lineOf: () => ({
    items: (items) => call(handoverCalls.leftItems, { userId, companyId, items }),
    audio: (part) => call(handoverCalls.leftAudio, { userId, companyId, ...part }, { timeout: PART_MS }),
  }),
  finish: (leftOut) => ended(call(handoverCalls.leftFinish, { userId, companyId, leftOut })),
});

/** HANDOVER_CLOSED after a lost answer: the handover had ended before. */
const ended = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'HANDOVER_CLOSED') throw error;
  });
