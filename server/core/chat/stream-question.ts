/**
 * Streams the answer to a question to one client: live events of the question, and the stored answer when the run ends.
 * The run does not depend on the stream and goes on if the client disconnects.
 */
import type { Thread } from '../../../sync/model/kinds/threads';
import { hasRunEnded } from '../../../sync/model/runs';
import { joinPieces, type TextPiece } from '../../../sync/protocol/live';
import type { Actor } from '../../platform/context';
import type { CoreServices } from '../context';
import { Wake } from '../wake';
import { questionRunOf } from './answer-requests';
import type { AnswerEvent } from './contract';

/** milliseconds after which the state of the run is read again: an event of another process may be lost */
const LOOK_MS = 5000;

export async function* followAnswer(
  { platform, sync, runs }: Pick<CoreServices, 'platform' | 'sync' | 'runs'>,
  actor: Actor,
  { turnId, thread }: { turnId: string; thread: Pick<Thread, 'kind'> },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { companyId } = actor;
  // tell the client immediately that the question was accepted
  const events: AnswerEvent[] = [{ type: 'activity', activity: 'searching', name: '' }];
  const wake = new Wake();
  let isChanged = true;
  const ends = [
    platform.events.subscribe('live', ({ companyId: of, topic, event }) => {
      if (of !== companyId || topic.collection !== 'turns' || topic.id !== turnId) return;
      if (event.type === 'text' || event.type === 'activity') push(events, event);
      wake.call();
    }),
    platform.events.subscribe('run', ({ companyId: of }) => {
      if (of !== companyId) return;
      isChanged = true;
      wake.call();
    }),
  ];
  signal.addEventListener('abort', wake.call, { once: true });
  try {
    while (!signal.aborted) {
      if (isChanged) {
        isChanged = false;
        const run = await runs.last(companyId, questionRunOf(thread), turnId);
        if (run && hasRunEnded(run.state)) {
          yield* events.splice(0);
          const answer = await sync.visible(actor, 'answers', turnId);
          yield run.state === 'FAILED'
            ? { type: 'error', questionId: turnId, error: run.error, answer }
            : { type: 'done', questionId: turnId, answer };
          return;
        }
      }
      // the person may have lost access to the chat
      if (events.length > 0 && !(await sync.visible(actor, 'turns', turnId))) return;
      yield* events.splice(0);
      if (isChanged || signal.aborted) continue;
      if (!(await wake.within(LOOK_MS))) isChanged = true;
    }
  } finally {
    signal.removeEventListener('abort', wake.call);
    for (const end of ends) end();
  }
}

/** Appends an event. Consecutive pieces of text are joined, so that a slow client does not fill the memory. */
function push(events: AnswerEvent[], event: Extract<AnswerEvent, { type: 'text' | 'activity' }>): void {
  const last = events.at(-1);
  if (event.type === 'text' && last?.type === 'text' && event.from === last.from + last.text.length) {
    const joined: TextPiece = joinPieces(last, event);
    events[events.length - 1] = { type: 'text', ...joined };
  } else events.push(event);
}
