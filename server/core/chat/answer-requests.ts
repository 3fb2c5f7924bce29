/** Starts the run that answers a question, of a chat or of an agent, in the caller's transaction. */
import type { Thread } from '../../../sync/model/kinds/threads';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { Platform } from '../../platform/context';
import { startRun } from '../../runs/start';
import '../../runs/tables';

export const ANSWER_RUN = 'chat.answer';
/** in ../agents/work-run.ts */
export const AGENT_RUN = 'agent.work';
export const QUESTION_RUNS: readonly string[] = [ANSWER_RUN, AGENT_RUN];

/** The kind of the runs that answer the questions of a thread. */
export const questionRunOf = ({ kind }: Pick<Thread, 'kind'>): string => (kind === 'task' ? AGENT_RUN : ANSWER_RUN);

const ASKED: readonly Thread['kind'][] = ['chat', 'search', 'task'];
/** Whether a thread has questions; a research has a dialogue instead. */
export const isAsked = ({ kind }: Pick<Thread, 'kind'>): boolean => ASKED.includes(kind);

/** questions that one person may ask in a minute */
export const QUESTIONS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export const startAnswer = (
  platform: Platform,
  companyId: string,
  thread: Pick<Thread, 'kind'>,
  turn: Pick<Turn, 'id' | 'creatorId'>,
): Promise<string> =>
  startRun(platform, questionRunOf(thread), {
    companyId,
    ownerId: turn.creatorId,
    subject: { collection: 'turns', id: turn.id },
    input: {},
    key: turn.id,
  });

/** Whether a person has reached the limit of questions within the last minute of the server's clock. */
export async function asksTooOften(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  companyId: string,
  userId: string,
): Promise<boolean> {
  const { asked } = await db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('company_id', '=', companyId)
    .where('owner_id', '=', userId)
    .where('kind', 'in', [...QUESTION_RUNS])
    .where('created_at', '>', clock.now() - MINUTE_MS)
    .executeTakeFirstOrThrow();
  return Number(asked) >= QUESTIONS_PER_MINUTE;
}
