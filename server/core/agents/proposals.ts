/**
 * Decisions on an agent's proposals. A confirmed change is made in the transaction of the call, through the same
 * services and policies as the person's own changes: an agent cannot do more than its person may.
 *
 *   open ─┬ confirmed ─┬ web, page: once no such proposal is open, a run continues the work
 *         │            └ note, checklist, research: made now ─ undo ─► trash, items removed, research stopped and in the trash
 *         └ declined
 */
import { agentWorkId } from '../../../sync/model/ids';
import { withoutTasks, withTasksAtEnd } from '../../../sync/merge/note-tasks';
import type { Doc } from '../../../sync/model/kinds';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import { isOutsideTool } from '../../../sync/model/agents';
import type { ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, RequestInfo } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { visibleOr } from '../change';
import { startAnswer } from '../chat/answer-requests';
import { mayAsk } from '../chat/policy';
import type { CoreServices } from '../context';
import { createNotes } from '../notes/service';
import { createResearches } from '../research/service';
import type { agentCalls } from './contract';
import { noteOf, noteTitleOf } from './note';
import { mustBeAllowed } from './permission';
import { changeWork, holdsUp, stageOfProposals, withProposal, withStep, type StoredWork } from './work-book';

type Calls = typeof agentCalls;
type Decision = ParsedInput<Calls['decide']>;

const MISSING = 'CHAT_NOT_FOUND';

interface Decided {
  work: StoredWork;
  turn: StoredDoc<'turns'>;
  proposal: AgentProposal;
}

export function createProposals(core: Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'usage' | 'audit'>) {
  const { platform, sync, audit } = core;
  const notes = createNotes(platform, sync);
  const researches = createResearches(core);

  /** Returns a proposal to the actor's question. Throws CHAT_NOT_FOUND, AGENT_PROPOSAL_CLOSED and NO_PERMISSION. */
  async function found(tx: SyncTransaction, actor: Actor, { turnId, proposalId }: Decision): Promise<Decided> {
    const [work, turn] = [await tx.get('agentWorks', agentWorkId(turnId)), await tx.get('turns', turnId)];
    if (!work || !turn || (await tx.roleIn(turn.space, actor.userId)) === null) throw new CallError(MISSING);
    if (turn.creatorId !== actor.userId) throw new CallError('NO_PERMISSION');
    const proposal = work.proposals.find(({ id }) => id === proposalId);
    if (!proposal) throw new CallError('AGENT_PROPOSAL_CLOSED');
    return { work, turn, proposal };
  }

  const record = (
    tx: SyncTransaction,
    actor: Actor,
    request: RequestInfo,
    action: string,
    { work, proposal }: Decided,
  ) =>
    audit.record(
      tx.companyId,
      actor,
      request,
      action,
      { kind: 'agent', id: work.agentId, name: '' },
      {
        tool: [null, proposal.kind],
      },
    );

  /** Makes a confirmed change. Returns the id of the created or changed document. */
  async function make(
    tx: SyncTransaction,
    actor: Actor,
    { turn, proposal }: Decided,
    input: Decision,
  ): Promise<string> {
    if (proposal.kind === 'note') {
      if (input.projectId === '') throw new CallError('PARAM_ERROR', { fieldErrors: { projectId: 'PARAM_ERROR' } });
      const answer = await tx.get('answers', turn.id);
      if (!answer?.isComplete) throw new CallError('AGENT_PROPOSAL_CLOSED');
      const title = noteTitleOf(proposal.text);
      return notes.write(actor, { type: 'note', title, projectId: input.projectId, content: noteOf(answer) });
    }
    if (proposal.kind === 'checklist') {
      if (input.noteId === '') throw new CallError('PARAM_ERROR', { fieldErrors: { noteId: 'PARAM_ERROR' } });
      await notes.edit(actor, input.noteId, (state) => withTasksAtEnd(state, proposal.items));
      return input.noteId;
    }
    return researches.start(actor, { title: proposal.text, projectId: '', followsId: '' });
  }

  async function unmake(tx: SyncTransaction, actor: Actor, { proposal }: Decided): Promise<void> {
    const { subjectId } = proposal;
    // the person has already deleted the document
    if (!(await tx.get(proposal.kind === 'research' ? 'researches' : 'notes', subjectId))) return;
    if (proposal.kind === 'note') return notes.remove(actor, subjectId);
    if (proposal.kind === 'checklist')
      return notes.edit(actor, subjectId, (state) => withoutTasks(state, proposal.items));
    await researches.remove(actor, subjectId);
  }

  /**
   * Decides on a web search or page. After the last such decision, starts a run that executes the confirmed steps and
   * continues the work. The run has the access of the person, who must be the creator of the chat (decision 146).
   */
  async function decideOutside(
    tx: SyncTransaction,
    actor: Actor,
    { turn, proposal }: Decided,
    isConfirmed: boolean,
  ): Promise<void> {
    const thread = await tx.get('threads', turn.parentId);
    if (!thread) throw new CallError(MISSING);
    if (!mayAsk(actor.userId, thread)) throw new CallError('NO_PERMISSION');
    const work = await changeWork(tx, turn.id, ({ steps, proposals }) => ({
      steps: withStep(steps, proposal.id, { state: isConfirmed ? 'running' : 'declined' }),
      proposals: withProposal(proposals, proposal.id, {
        state: isConfirmed ? 'confirmed' : 'declined',
        decidedAt: tx.now(),
      }),
    }));
    if (!work || work.proposals.some(holdsUp)) return;
    await changeWork(tx, turn.id, () => ({ stage: 'working' }));
    await tx.put('turns', turn.id, { state: 'READY', error: '' });
    await tx.put('threads', thread.id, { status: 'READY' });
    await startAnswer(platform, tx.companyId, thread, turn);
  }

  const setState = (
    tx: SyncTransaction,
    { turn, proposal }: Decided,
    changes: Partial<Omit<AgentProposal, 'id' | 'kind'>>,
  ): Promise<StoredWork | null> =>
    changeWork(tx, turn.id, (work) => {
      const proposals = withProposal(work.proposals, proposal.id, { ...changes, decidedAt: tx.now() });
      return { proposals, stage: work.stage === 'waiting' ? stageOfProposals(proposals) : work.stage };
    });

  const view = (actor: Actor, turnId: string): Promise<Doc<'agentWorks'>> =>
    visibleOr(sync, actor, 'agentWorks', agentWorkId(turnId), MISSING);

  return {
    async decide(actor: Actor, request: RequestInfo, input: Decision): Promise<Doc<'agentWorks'>> {
      await sync.write(actor.companyId, async (tx) => {
        const decided = await found(tx, actor, input);
        const { proposal } = decided;
        if (proposal.state !== 'open') throw new CallError('AGENT_PROPOSAL_CLOSED');
        if (input.isConfirmed) await mustBeAllowed(tx, actor.userId);
        if (isOutsideTool(proposal.kind)) await decideOutside(tx, actor, decided, input.isConfirmed);
        else if (!input.isConfirmed) await setState(tx, decided, { state: 'declined' });
        else {
          const subjectId = await make(tx, actor, decided, input);
          await setState(tx, decided, { state: 'confirmed', subjectId });
        }
        if (input.isConfirmed) await record(tx, actor, request, 'agent.acted', decided);
      });
      return view(actor, input.turnId);
    },

    async undo(actor: Actor, request: RequestInfo, input: ParsedInput<Calls['undo']>): Promise<Doc<'agentWorks'>> {
      await sync.write(actor.companyId, async (tx) => {
        const decided = await found(tx, actor, { ...input, isConfirmed: false, projectId: '', noteId: '' });
        const { kind, state } = decided.proposal;
        if (state !== 'confirmed' || isOutsideTool(kind)) throw new CallError('AGENT_PROPOSAL_CLOSED');
        await unmake(tx, actor, decided);
        await setState(tx, decided, { state: 'undone' });
        await record(tx, actor, request, 'agent.undone', decided);
      });
      return view(actor, input.turnId);
    },
  };
}
