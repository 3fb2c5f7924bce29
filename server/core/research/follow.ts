/**
 * Streams the stages of a research to one client until it waits for the person or has ended. The runs do not depend on
 * the stream.
 */
import { hasResearchEnded, type ResearchStage } from '../../../sync/model/kinds/researches';
import type { Actor } from '../../platform/context';
import type { CoreServices } from '../context';
import { Wake } from '../wake';
import type { ResearchEvent } from './contract';

/** interval in milliseconds at which the stage is read again, as an event of another process may be lost */
const LOOK_MS = 5000;

const isSettled = (stage: ResearchStage): boolean =>
  stage === 'WAITING_FOR_USER' || stage === 'PLAN_REVIEW' || hasResearchEnded(stage);

export async function* followResearch(
  { platform, sync }: Pick<CoreServices, 'platform' | 'sync'>,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResearchEvent> {
  const wake = new Wake();
  const end = platform.events.subscribe('sync', ({ companyId }) => {
    if (companyId === actor.companyId) wake.call();
  });
  signal.addEventListener('abort', wake.call, { once: true });
  try {
    for (let last = ''; !signal.aborted; await wake.within(LOOK_MS)) {
      // the person may have lost access
      const research = await sync.visible(actor, 'researches', id);
      if (!research) return;
      if (research.stage !== last) yield { type: 'stage', stage: research.stage };
      last = research.stage;
      if (isSettled(research.stage)) {
        yield { type: 'done', research };
        return;
      }
    }
  } finally {
    signal.removeEventListener('abort', wake.call);
    end();
  }
}
