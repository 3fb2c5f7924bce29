/** Writes the demo's chats with agents: their steps, a confirmed note, and a proposed change. */
import { agentWorkId, newId, spaceOf } from '../../../../sync/model/ids';
import type { AgentProposal, AgentStep } from '../../../../sync/model/kinds/agent-works';
import type { Answer } from '../../../../sync/model/kinds/answers';
import { parseMarkdown } from '../../../../sync/merge/note-markdown';
import { stateOfBlocks } from '../../../../sync/merge/note-blocks';
import { summaryOfState } from '../../../../sync/merge/note-text';
import { itemsOf } from '../checklist';
import { noteOf } from '../note';
import { previewOf } from '../../chat/delivery';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_AGENT_CHATS, type DemoAgentChat, type DemoAgentQuestion } from './chats';
import { DAY } from '../../../shared/demo-durations';
import { cited } from '../../chat/demo/write';

/** milliseconds from a question to its answer, and to the decision about its proposal */
const ANSWERED_AFTER = 6_000;
const DECIDED_AFTER = 40_000;
const BETWEEN_QUESTIONS = 120_000;

type Project = DemoSeed['projects'][number];
/** A question that was written: its chat, its ids and its time. */
interface Asked {
  threadId: string;
  turnId: string;
  followsId: string;
  position: number;
  at: number;
}

export async function writeDemoAgentChats(seed: DemoSeed): Promise<void> {
  for (const chat of DEMO_AGENT_CHATS) await writeChat(seed, chat);
}

async function writeChat(seed: DemoSeed, chat: DemoAgentChat): Promise<void> {
  const { tx, cast, platform } = seed;
  const at = platform.clock.now() - DAY;
  const threadId = newId(at);
  const creatorId = cast.people[chat.by];
  const [agent] = await tx.list('agents', { where: { creatorId } });
  if (!agent) throw new Error(`The demo has no agent of ${chat.by}.`);
  const space = spaceOf('person', creatorId);
  const title = chat.questions[0]!.question;
  await tx.put(
    'threads',
    threadId,
    {
      ...{ space, kind: 'task' as const, title, projectId: '', creatorId, status: 'SUCCEEDED', body: '' },
      ...{ shareRange: 'private' as const, createdAt: at, agentId: agent.id, isAgentTest: false },
    },
    at,
  );
  let followsId = '';
  for (const [position, question] of chat.questions.entries()) {
    const askedAt = at + position * BETWEEN_QUESTIONS;
    const asked = { threadId, turnId: newId(askedAt), followsId, position, at: askedAt };
    const answer = await writeTurn(seed, chat, question, asked);
    await tx.put('threads', threadId, { body: previewOf(answer) }, askedAt + ANSWERED_AFTER);
    await writeWork(seed, chat, question, asked, answer, agent);
    followsId = asked.turnId;
  }
}

/** The project that contains the note cited by an answer. */
function projectOf({ projects }: DemoSeed, { note }: DemoAgentQuestion): Project {
  const project = projects.find(({ content }) => content.notes.some(({ title }) => title === note));
  if (!project) throw new Error(`The demo has no note ${note}.`);
  return project;
}

type Written = Pick<Answer, 'text' | 'citations' | 'sources' | 'mode'>;

async function writeTurn(
  seed: DemoSeed,
  { by, language }: DemoAgentChat,
  question: DemoAgentQuestion,
  { threadId, turnId, followsId, position, at }: Asked,
): Promise<Written> {
  const creatorId = seed.cast.people[by];
  const space = spaceOf('person', creatorId);
  const { tx } = seed;
  await tx.put(
    'turns',
    turnId,
    {
      ...{ space, parentId: threadId, position, followsId, creatorId, question: question.question },
      ...{ context: [], fileIds: [], usesWeb: true, language, state: 'SUCCEEDED' as const, error: '', createdAt: at },
    },
    at,
  );
  const answer = {
    text: question.answer,
    ...cited(seed, projectOf(seed, question), question),
    mode: 'model' as const,
  };
  await tx.put(
    'answers',
    turnId,
    {
      ...{ space, threadId, ...answer, failed: [], leftOut: { turns: 0, passages: 0 }, isClosest: false },
      ...{ isComplete: true, provider: 'demo', model: 'Demo', answeredAt: at + ANSWERED_AFTER },
    },
    at + ANSWERED_AFTER,
  );
  return answer;
}

async function writeWork(
  seed: DemoSeed,
  { by }: DemoAgentChat,
  question: DemoAgentQuestion,
  { threadId, turnId, at }: Asked,
  answer: Written,
  agent: { id: string; liveVersion: number },
): Promise<void> {
  const { kind, text } = question.proposal;
  const creatorId = seed.cast.people[by];
  const decidedAt = kind === 'note' ? at + DECIDED_AFTER : 0;
  const subjectId = kind === 'note' ? await writeNote(seed, creatorId, question, answer, decidedAt) : '';
  const step = (id: string, of: AgentStep['kind'], words: string, found: number): AgentStep => ({
    ...{ id, kind: of, text: words, state: 'done', found, error: '' },
  });
  const proposal: AgentProposal = {
    ...{ id: 's2', kind, text, items: kind === 'checklist' ? itemsOf(answer) : [] },
    ...{ state: kind === 'note' ? 'confirmed' : 'open', subjectId, error: '', decidedAt },
  };
  await seed.tx.put(
    'agentWorks',
    agentWorkId(turnId),
    {
      ...{ space: spaceOf('person', creatorId), threadId, agentId: agent.id, version: agent.liveVersion, creatorId },
      ...{ stage: kind === 'note' ? ('done' as const) : ('waiting' as const), tokens: 0, limit: '' as const },
      steps: [step('s1', 'own', question.search, answer.sources.length), step('s2', kind, text, 0)],
      proposals: [proposal],
    },
    decidedAt || at + ANSWERED_AFTER,
  );
}

/** Writes the note that the confirmed proposal created, in the project whose notes the answer cites. */
async function writeNote(
  seed: DemoSeed,
  creatorId: string,
  question: DemoAgentQuestion,
  answer: Written,
  at: number,
): Promise<string> {
  const { id: projectId } = projectOf(seed, question);
  const [id, space] = [newId(at), spaceOf('project', projectId)];
  const state = stateOfBlocks(parseMarkdown(noteOf(answer)));
  await seed.tx.put(
    'notes',
    id,
    {
      ...{ space, projectId, title: question.proposal.text, type: 'note' as const, creatorId },
      ...{ shareRange: 'project' as const, createdAt: at, ...summaryOfState(state) },
    },
    at,
  );
  await seed.tx.put(
    'noteContents',
    id,
    { space, subject: 'note', subjectId: id, creatorId, state: Buffer.from(state).toString('base64') },
    at,
  );
  return id;
}
