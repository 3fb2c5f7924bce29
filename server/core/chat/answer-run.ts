/**
 * The run that answers a question of a chat (built on question-run.ts): it gathers sources, then writes the answer with
 * a language model, or from quotes if there is none. Found sources and the model's text are stored steps: an attempt
 * after a crash does not request them again. The ids of uses are derived from the run's id, so that each use counts
 * once.
 */
import type { RunKind } from '../../runs/run';
import type { Service } from '../../usage/services';
import type { CoreServices } from '../context';
import { ANSWER_RUN } from './answer-requests';
import { uselessIn } from './conversation';
import { Delivery, SourceLost, type Written } from './delivery';
import { searchedFor } from './follow-up';
import { questionRun, type Question, type QuestionContext } from './question-run';
import { gather, quotedAnswer, type Asked, type Gathered } from './sources';
import { serviceOf, writeByModel } from './writing';

interface ChatQuestion extends Question {
  asked: Omit<Asked, 'searched'>;
}

const usesOf = (runId: string): { answer: string; web: string } => ({
  answer: `${runId}/answer`,
  web: `${runId}/web`,
});

/** The service of which an answer is a use (decision 145); a search of the web is counted separately. */
const usedBy = ({ thread }: Pick<Asked, 'thread'>): Service =>
  thread.projectId ? 'project.analysis' : 'agent.retrieve';

export function answerRun(core: CoreServices): RunKind<unknown> {
  const { usage } = core;

  async function answer(
    context: QuestionContext,
    { asked: found, earlier }: ChatQuestion,
    round: number,
    partial: (written: Written) => void,
  ): Promise<void> {
    const { companyId, ownerId: userId, runId, subject } = context;
    const service = serviceOf(found);
    const chat = await core.ai.chat(companyId);
    await usage.consume({ companyId, userId }, usedBy(found), usesOf(runId).answer);
    const delivery = new Delivery(core, context, found.turn);
    try {
      const { question } = found.turn;
      const asked: Asked = {
        ...found,
        searched: await searchedFor(core, context, { question, exchanges: earlier.exchanges, service }, chat),
      };
      const gathered = await context.step<Gathered>(`sources/${round}`, subject.id, () =>
        gather(core, context, asked, (activity, name) => delivery.activity(activity, name)),
      );
      await delivery.check(gathered.sources);
      delivery.live.reset();
      delivery.activity('writing', '');
      const written = chat
        ? await writeByModel({ core, context, delivery, asked, gathered, earlier }, chat, partial)
        : quotedAnswer(core.extractive, asked, gathered);
      await delivery.write(written);
    } catch (error) {
      if (error instanceof SourceLost) await delivery.withdraw();
      throw error;
    } finally {
      delivery.live.stop();
    }
  }

  return questionRun<ChatQuestion>(core, {
    name: ANSWER_RUN,
    async read(tx, question, { ownerId }) {
      const { turn, thread, earlier } = question;
      if ((await tx.get('answers', turn.id))?.isComplete) return null;
      const project = thread.projectId ? await tx.get('projects', thread.projectId) : null;
      const seesProject = project && (await tx.roleIn(project.space, ownerId)) !== null;
      const { exchanges } = earlier;
      const asked = { turn, thread, project: seesProject ? project : null, exchanges, useless: uselessIn(exchanges) };
      return { ...question, asked };
    },
    answer,
    // A person may retry days later: search again, and ask the model again.
    repeats: () => true,
    usesOf: ({ id }) => Object.values(usesOf(id)),
  });
}
