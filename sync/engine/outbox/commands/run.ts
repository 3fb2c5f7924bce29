/** All commands by name. */
import { CallError } from '../../../protocol/errors';
import type { CommandName, Commands } from './commands';
import { isQuotaError } from '../../storage/quota';
import type { CommandContext, Handler } from './context';
import { accessCommands } from './access';
import { answerCommands } from './answers';
import { consoleCommands } from './console';
import { draftCommands } from './drafts';
import { favouriteCommands } from './favourites';
import { handoverCommands, leftCommands } from './handover';
import { rejectedChangeCommands, conflictCommands, lossCommands, outboxCommands } from './inbox';
import { imageCommands } from './images';
import { meetingCommands, transcriptCommands } from './meetings';
import { documentCommands, noteCommands } from './notes';
import { notificationCommands } from './notifications';
import { preferencesCommands } from './preferences';
import { projectCommands } from './projects';
import { versionCommands } from './versions';
import { recordingCommands, recoveredCommands } from './recordings';

const HANDLERS: { [C in CommandName]: Handler<C> } = {
  ...accessCommands,
  ...projectCommands,
  ...noteCommands,
  ...documentCommands,
  ...meetingCommands,
  ...transcriptCommands,
  ...preferencesCommands,
  ...favouriteCommands,
  ...notificationCommands,
  ...versionCommands,
  ...answerCommands,
  ...draftCommands,
  ...consoleCommands,
  ...conflictCommands,
  ...rejectedChangeCommands,
  ...outboxCommands,
  ...recordingCommands,
  ...imageCommands,
  ...recoveredCommands,
  ...lossCommands,
  ...handoverCommands,
  ...leftCommands,
};

/** Runs a command. Resolves when it is durable on this device; throws CallError. */
export async function runCommand<C extends CommandName>(
  context: CommandContext,
  name: C,
  input: Commands[C]['input'],
): Promise<Commands[C]['output']> {
  if (!Object.hasOwn(HANDLERS, name)) throw new CallError('PARAM_ERROR', { message: `no command ${String(name)}` });
  try {
    return await HANDLERS[name](context, input);
  } catch (cause) {
    throw isQuotaError(cause) ? new CallError('DEVICE_STORAGE_FULL', { cause }) : cause;
  }
}
