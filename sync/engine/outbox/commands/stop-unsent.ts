/**
 * Stops questions that were pushed without an answer: only the server knows whether it has them.
 *
 *   stop ──► stopped: the question, which was held back, is pushed again and gets the server's state
 *     └────► CHAT_NOT_FOUND: the question is taken back here. Its deletion is pushed, because the earlier push may still
 *            arrive
 */
import type { Call } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { STOP_PATH } from '../../storage/stop-calls';
import { assumedRev, type Stored } from '../../storage/stored';
import type { CommandContext } from './context';
import { takeBack, type TakenBack } from './take-back';

/**
 * Wraps the calls of the outbox.
 * @param isPushing whether a push is being sent, which may contain the question
 */
export const stoppingUnsent =
  (call: Call, context: CommandContext, isPushing: () => boolean): Call =>
  async (definition, input, options) => {
    if (definition.path !== STOP_PATH) return call(definition, input, options);
    const { turnId } = input as { turnId: string };
    const read = async (): Promise<Stored | undefined> => (await context.documents.stored('turns', [turnId]))[0];
    const before = await read();
    try {
      return await call(definition, input, options);
    } catch (error) {
      const isMissing = error instanceof CallError && error.code === 'CHAT_NOT_FOUND';
      if (!isMissing || !before?.waits || assumedRev(before) !== null) throw error;
      const row = await read();
      // the question was deleted on this device with its chat
      if (!row || row._deleted) return {} as never;
      // the question may have arrived after the stop: try again
      if (!row.waits || isPushing()) throw new CallError('DATA_LOCK_FAILED');
      await takeBack(context, row as unknown as TakenBack, 'document');
      return {} as never;
    }
  };
