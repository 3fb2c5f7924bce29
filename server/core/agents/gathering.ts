/**
 * Finds sources for an agent's steps: documents of the organization and temporary files, and after the person's consent
 * web searches and pages.
 */
import type { AgentStep } from '../../../sync/model/kinds/agent-works';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { Passage } from '../../ai/extractive/interface';
import type { Retrieved } from '../retrieval/retrieval';
import type { CoreServices } from '../context';
import type { Exchange } from '../chat/conversation';
import { joinedQuestion, type Searched } from '../chat/follow-up';
import type { QuestionContext } from '../chat/question-run';
import { filePassages } from '../chat/question-files';
import type { Found, Tell } from '../chat/source-parts';
import { areClosest, coverageOf, numbered, type Gathered } from '../chat/sources';
import { addressesIn, webPassages } from '../chat/web-search';
import type { StoredDoc } from '../../sync/store';
import type { Worker } from './worker';

/** maximum number of passages: of a search of the organization's documents, and of an answer */
const OWN_PASSAGES = 10;
const PASSAGES = 30;

export interface Findings extends Found {
  coverage: number;
  rarity: [string, number][];
}

interface Parts {
  core: CoreServices;
  context: QuestionContext;
  turn: StoredDoc<'turns'>;
  worker: Worker;
  exchanges: readonly Exchange[];
  searched: Searched;
  tell: Tell;
}

const nothing = (failed: Answer['failed'] = []): Findings => ({
  ...{ passages: [], failed, isClosest: false, coverage: 0, rarity: [] },
});

const ofOwn = ({ passages, coverage, rarity, isClosest }: Retrieved): Findings => ({
  ...{ passages, coverage, isClosest, failed: [] },
  rarity: [...rarity],
});

const ofWeb = (found: Found): Findings => ({ ...found, coverage: coverageOf(found), rarity: [] });

/** Executes one step. The run stores its passages, so a later attempt does not repeat the search. */
export async function findFor(parts: Parts, step: AgentStep): Promise<Findings> {
  const { core, context, turn, searched, tell } = parts;
  // the id of the use has the id of the step, so that each web search counts as one use
  const apart = { ...context, runId: `${turn.id}/${step.id}` };
  const { language, contentFilter } = turn;
  const filter = contentFilter ? { contentFilter } : {};
  if (step.kind === 'own') return ownSources(parts, step.text);
  if (step.kind === 'web')
    return ofWeb(
      await webPassages(
        core,
        apart,
        { turn: { question: step.text, usesWeb: true, language, ...filter }, project: null },
        tell,
      ),
    );
  const question = [...addressesIn(step.text), searched.web.replace(/https?:\/\/\S+/giu, ' ')].join(' ');
  return ofWeb(
    await webPassages(core, apart, { turn: { question, usesWeb: false, language, ...filter }, project: null }, tell),
  );
}

/**
 * Searches documents of the organization that the person may see: those of the question's context; if it has none, the
 * agent's knowledge; if the agent has none, all.
 */
async function ownSources({ core, context, turn, worker, searched, tell }: Parts, query: string): Promise<Findings> {
  const actor = { companyId: context.companyId, userId: context.ownerId };
  const asked = turn.context.length > 0 ? turn.context : worker.knowledge;
  const visible = await core.retrieval.visible(actor, asked);
  const seen = asked.filter(({ id }) => visible.has(id));
  const failed = failedOf(turn, worker, visible);
  // if none of the chosen documents is visible, find nothing instead of searching everything
  if (asked.length > 0 && seen.length === 0) return nothing(failed);
  tell('searching', query);
  const { signal } = context;
  const found = await core.retrieval.find({
    ...{ actor, question: query, language: turn.language, limit: OWN_PASSAGES, signal },
    before: query === turn.question ? searched.before : [],
    context: [...seen],
  });
  return { ...ofOwn(found), failed };
}

/**
 * Lists documents that the person may not see: those of the question with their titles, which the person has sent;
 * those of the agent's knowledge without titles.
 */
function failedOf(turn: StoredDoc<'turns'>, worker: Worker, visible: ReadonlySet<string>): Answer['failed'] {
  if (turn.context.length > 0)
    return turn.context.flatMap(({ id, title }) =>
      visible.has(id) ? [] : [{ title, url: '', error: 'DOCUMENT_NOT_FOUND' }],
    );
  const isPartHidden = worker.knowledge.some(({ id }) => !visible.has(id));
  return isPartHidden ? [{ title: worker.name, url: '', error: 'NO_PERMISSION' }] : [];
}

/** Searches the temporary files of the question, of its chat and of earlier questions. */
export async function filesOf({ core, context, turn, exchanges, searched, tell }: Parts): Promise<Findings> {
  const actor = { companyId: context.companyId, userId: context.ownerId };
  const question = { turn, exchanges, words: joinedQuestion(searched) };
  const { isAside: _, ...found } = await filePassages(core, actor, question, tell);
  return ofWeb(found);
}

/** Passages of the web and of temporary files that an earlier run for the question stored in its incomplete answer. */
export const keptFindings = (sources: readonly AnswerSource[], failed: Answer['failed']): Findings =>
  sources.length === 0
    ? nothing(failed)
    : ofWeb({
        passages: sources.map((source): Passage => ({ ...source, score: 0 }) as Passage),
        failed,
        isClosest: false,
      });

const passageKey = ({ kind, id, url, partId, start, text }: Passage): string =>
  JSON.stringify([kind, id, url, partId, start, text]);

/** Merges findings without duplicates, one passage of each step in turn, so that no step crowds out another. */
export function gathered(findings: readonly Findings[], useless: ReadonlySet<string>): Gathered {
  const known = new Set<string>();
  const passages: Passage[] = [];
  const longest = Math.max(0, ...findings.map((found) => found.passages.length));
  for (let n = 0; n < longest; n += 1)
    for (const found of findings) {
      const passage = found.passages[n];
      if (!passage || passages.length >= PASSAGES || known.has(passageKey(passage))) continue;
      known.add(passageKey(passage));
      if (!useless.has(passage.kind === 'web' ? passage.url : passage.id)) passages.push(passage);
    }
  const failed = new Map(findings.flatMap((found) => found.failed).map((each) => [JSON.stringify(each), each]));
  return {
    ...numbered(passages, [...failed.values()]),
    coverage: Math.max(0, ...findings.map(({ coverage }) => coverage)),
    rarity: findings.flatMap(({ rarity }) => rarity),
    isClosest: passages.length > 0 && areClosest(findings),
  };
}
