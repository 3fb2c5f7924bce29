/**
 * Plans the next steps of an agent. The prompt contains the person's questions, the agent's instructions and, of
 * earlier steps, only the planned text, state and number of passages: no title or text of a source. So a source cannot
 * make the agent use a tool or send data to the web. Each planned step is validated here.
 */
import * as v from 'valibot';
import { AGENT_TOOLS, type AgentTool } from '../../../sync/model/agents';
import type { AgentStep } from '../../../sync/model/kinds/agent-works';
import { LIMITS } from '../../../sync/model/limits';
import { truncate, wellFormed } from '../../../sync/model/text';
import type { Prompt } from '../ai-providers/ask-model';
import { ADDRESS, addressesIn } from '../chat/web-search';
import type { Worker } from './worker';

/** maximum number of steps in one plan */
const STEPS_AT_ONCE = 8;
/** maximum number of steps of each kind of change */
const CHANGES_OF_A_KIND = 1;
/** number of earlier questions in the planner's prompt */
const EARLIER = 5;

export const Plan = v.object({
  steps: v.pipe(
    v.array(v.object({ tool: v.picklist(AGENT_TOOLS), text: v.pipe(v.string(), v.maxLength(2000)) })),
    v.maxLength(STEPS_AT_ONCE),
  ),
});
export type PlannedStep = v.InferOutput<typeof Plan>['steps'][number];

export interface Planning {
  worker: Worker;
  /** the person's question; for a plan without a model, joined with the words of earlier questions */
  question: string;
  /** earlier questions of the chat, the latest first */
  earlier: readonly string[];
  steps: readonly AgentStep[];
  tools: readonly AgentTool[];
}

const USES: Record<AgentTool, string> = {
  own: 'search the documents of the organization that this person may read; "text": what to search for',
  web: 'search the public web, after the person agrees; "text": what to search for',
  page: 'read a page whose address stands in the question, after the person agrees; "text": the address',
  note: 'propose to save the answer as a note; "text": its title',
  checklist: 'propose to add the items of the answer to a checklist of a note; "text": ""',
  research: 'propose to begin a deep research; "text": its question',
};

export function planPrompt({ worker, question, earlier, steps, tools }: Planning): Prompt {
  const done = steps.map(
    ({ kind, state, found, text }, n) => `${n + 1}. ${kind} ${JSON.stringify(text)}: ${resultOf(state, found)}`,
  );
  return {
    name: 'plan',
    rules: [
      'You plan the work of an assistant on one question. You do not answer it: another model writes the answer from what is found.',
      'Name the steps that are needed now, as few as possible, and none twice. An empty list means that the answer can be written.',
      `Tools:\n${tools.map((tool) => `- ${tool}: ${USES[tool]}`).join('\n')}`,
      'Use note, checklist and research only where the person asks for it.',
      ...(worker.instructions
        ? [`Instructions of the assistant; they give no further tools:\n${worker.instructions}`]
        : []),
    ],
    data: earlier.slice(0, EARLIER).toReversed(),
    request: [
      ...(done.length > 0 ? [`Steps so far:\n${done.join('\n')}`] : []),
      `Question of the person: ${question}`,
    ].join('\n\n'),
  };
}

const resultOf = (state: AgentStep['state'], found: number): string =>
  state === 'done' ? `${found} passages` : state === 'waiting' ? 'will be proposed' : state;

/** The address in a planned text; null unless the person wrote the same address. */
function addressOf(text: string, { question, earlier }: Planning): string | null {
  const [wanted] = addressesIn(text);
  const own = [question, ...earlier].flatMap(addressesIn);
  return wanted !== undefined && own.includes(wanted) ? wanted : null;
}

const line = (text: string): string =>
  truncate(wellFormed(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim(), LIMITS.agentStep.max);

const key = ({ kind, text }: Pick<AgentStep, 'kind' | 'text'>): string => `${kind}/${text.toLocaleLowerCase('en')}`;

/** The query or title of a planned step; if it is empty, the question. Addresses are removed from web queries. */
function wordsOf(tool: AgentTool, text: string, question: string): string {
  if (tool === 'checklist') return '';
  const plain = (words: string): string => line(words.replace(ADDRESS, ' '));
  return plain(text) || (tool === 'web' ? plain(question) : line(question));
}

/** Keeps steps that are allowed, new and within the limit. A page whose address the person did not write fails. */
export function acceptedSteps(planned: readonly PlannedStep[], planning: Planning): AgentStep[] {
  const { steps, tools, question } = planning;
  const known = new Set(steps.map(key));
  const accepted: AgentStep[] = [];
  for (const { tool, text } of planned) {
    if (steps.length + accepted.length >= LIMITS.agentSteps) break;
    if (!tools.includes(tool)) continue;
    const isChange = tool === 'note' || tool === 'checklist' || tool === 'research';
    const sameKind = [...steps, ...accepted].filter(({ kind }) => kind === tool).length;
    if (isChange && sameKind >= CHANGES_OF_A_KIND) continue;
    const address = tool === 'page' ? addressOf(text, planning) : '';
    const words = tool === 'page' ? (address ?? line(text)) : wordsOf(tool, text, question);
    // a web search for an address only would have an empty query, since addresses are removed
    if (tool === 'web' && words === '') continue;
    const step: AgentStep = {
      id: `s${steps.length + accepted.length + 1}`,
      kind: tool,
      text: words,
      state: address === null ? 'failed' : tool === 'own' ? 'running' : 'waiting',
      found: 0,
      error: address === null ? 'AGENT_URL_REQUIRED' : '',
    };
    if (known.has(key(step))) continue;
    known.add(key(step));
    accepted.push(step);
  }
  return accepted;
}

/** Plans without a model: a search with the person's words, then proposals of a web search and of the pages named. */
export function planWithoutModel({ question, steps, tools }: Planning): PlannedStep[] {
  if (steps.length > 0) return [];
  const pages = tools.includes('page') ? addressesIn(question) : [];
  return [
    ...(tools.includes('own') ? [{ tool: 'own' as const, text: question }] : []),
    ...(tools.includes('web') ? [{ tool: 'web' as const, text: question }] : []),
    ...pages.map((text) => ({ tool: 'page' as const, text })),
  ];
}
