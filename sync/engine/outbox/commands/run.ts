/** All commands by name. */
import { CallError } from '../../../protocol/errors';
import type { CommandName, Commands } from './commands';
import { isQuotaError } from '../../storage/quota';
import type { CommandContext, Handler } from './context';
import { accessCommands } from './access';
import { agentCommands } from './agents';
import { answerCommands } from './answers';
import { canvasCommands } from './canvases';
import { chatCommands, threadCommands } from './chats';
import { consoleCommands } from './console';
import { documentCommands } from './documents';
import { draftCommands } from './drafts';
import { favouriteCommands } from './favourites';
import { handoverCommands, leftCommands } from './handover';
import { rejectedChangeCommands, conflictCommands, lossCommands } from './inbox';
import { fileCommands } from './files';
import { imageCommands } from './images';
import { itemCommands } from './items';
import { linkCommands } from './links';
import { meetingCommands } from './meetings';
import { transcriptCommands } from './transcripts';
import { agendaCommands, momentCommands } from './moments';
import { noteCommands } from './notes';
import { notificationCommands } from './notifications';
import { outboxCommands } from './outbox';
import { preferencesCommands } from './preferences';
import { projectCommands } from './projects';
import { researchCommands } from './researches';
import { summaryCommands } from './summaries';
import { templateCommands } from './templates';
import { termCommands } from './terms';
import { versionCommands } from './versions';
import { recordingCommands, recoveredCommands } from './recordings';

const HANDLERS: { [C in CommandName]: Handler<C> } = {
  ...accessCommands,
  ...projectCommands,
  ...noteCommands,
  ...documentCommands,
  ...meetingCommands,
  ...transcriptCommands,
  ...summaryCommands,
  ...momentCommands,
  ...agendaCommands,
  ...preferencesCommands,
  ...templateCommands,
  ...termCommands,
  ...favouriteCommands,
  ...notificationCommands,
  ...versionCommands,
  ...answerCommands,
  ...canvasCommands,
  ...chatCommands,
  ...threadCommands,
  ...researchCommands,
  ...agentCommands,
  ...draftCommands,
  ...consoleCommands,
  ...conflictCommands,
  ...rejectedChangeCommands,
  ...outboxCommands,
  ...recordingCommands,
  ...imageCommands,
  ...fileCommands,
  ...itemCommands,
  ...linkCommands,
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
