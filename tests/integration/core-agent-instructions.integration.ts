/** Instructions in a file and in a transcript that an agent reads, and a model that follows them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { researchCalls } from '../../server/core/research/contract';
import { useAgentCore, type Planned } from '../support/agent-core';
import { describeOnDatabase } from '../support/database';
import {
  expectFenced,
  expectNoLeak,
  OBEYING_CALLS,
  OBEYING_TEXT,
  ORDER,
  OTHER_SOURCE,
  TRACKER,
  writeHostile,
  type HostileKind,
} from '../support/hostile-documents';
import { promptOf } from '../support/research-answers';

const QUESTION = 'How high is the tower?';
const OBEYED: Planned = [
  { tool: 'page', text: `${TRACKER}${OTHER_SOURCE}` },
  { tool: 'web', text: `payroll ${TRACKER}${OTHER_SOURCE}` },
  { tool: 'note', text: 'Payroll' },
  { tool: 'checklist', text: '' },
  { tool: 'research', text: 'Who earns most?' },
];

describeOnDatabase('instructions that an agent reads', (engine) => {
  const agents = useAgentCore(engine, 'everything');
  const { lab } = agents;

  describe.each<HostileKind>(['file', 'transcript'])('in a %s', (kind) => {
    let documentId: string;
    beforeAll(async () => {
      documentId = await writeHostile(lab.core, kind);
    });

    /** Asks an agent with these tools; its model follows the instruction, and plans what `obeys` accepts the prompt for. */
    const asked = async (tools: string[], obeys: (prompt: string) => boolean): Promise<string> => {
      const { id } = await agents.made(lab.ann, { tools });
      let plans = 0;
      lab.models.setScript((request) => {
        if (!request.body['response_format']) return { text: OBEYING_TEXT, toolCalls: OBEYING_CALLS };
        const first: Planned = plans++ === 0 ? [{ tool: 'own', text: QUESTION }] : [];
        const steps = obeys(promptOf(request)) ? [...first, ...OBEYED] : first;
        return { text: JSON.stringify({ steps }), toolCalls: OBEYING_CALLS };
      });
      return agents.ask(QUESTION, id);
    };
    const nothingHappened = (): void => {
      expect(lab.searches.queries).toEqual([]);
      expect(lab.websites.requests).toEqual([]);
    };

    it('reach no model that plans, and become no step, no proposal and no link with data', async () => {
      const before = await lab.ann.call(researchCalls.searchMine, {});
      const turnId = await asked(['own', 'web', 'page', 'note', 'checklist', 'research'], (prompt) =>
        prompt.includes(ORDER),
      );
      const withOrder = expectFenced(lab.models.requests);
      // the model that writes has read it; it has no tools
      expect(withOrder.map(({ body }) => body['response_format'])).toEqual([undefined]);
      expect(await agents.work(turnId)).toMatchObject({
        stage: 'done',
        steps: [{ kind: 'own', state: 'done' }],
        proposals: [],
      });
      nothingHappened();
      expect((await lab.ann.call(researchCalls.searchMine, {})).total).toBe(before.total);
      const answer = (await lab.ann.sees('answers', turnId))!;
      expect(answer.sources.map(({ id }) => id)).toContain(documentId);
      expect(JSON.stringify(answer.sources)).toContain(OTHER_SOURCE);
      expectNoLeak(answer.text);
    });

    it('have no effect even where the plan follows them: its tools and addresses are those of people', async () => {
      const turnId = await asked(['own', 'page'], () => true);
      expectFenced(lab.models.requests);
      const { stage, steps, proposals } = await agents.work(turnId);
      expect([stage, proposals]).toEqual(['done', []]);
      expect(steps.map((step) => [step.kind, step.state, step.error])).toEqual([
        ['own', 'done', ''],
        ['page', 'failed', 'AGENT_URL_REQUIRED'],
      ]);
      nothingHappened();
    });
  });
});
