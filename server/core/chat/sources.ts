/** Gathers the sources of a question: temporary files, documents of the organization, and the web. */
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import { spaceOf } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { wellFormed } from '../../../sync/model/text';
import type { ErrorCode } from '../../../sync/protocol/errors';
import type { ExtractiveAnswer, Passage } from '../../ai/extractive/interface';
import { overviewQuotes } from '../../ai/extractive/overview';
import type { RunContext } from '../../runs/run';
import type { StoredDoc } from '../../sync/store';
import type { CoreServices } from '../context';
import type { Exchange } from './conversation';
import type { Written } from './delivery';
import { joinedQuestion, needsBefore, type Searched } from './follow-up';
import type { Found, Tell } from './source-parts';
import type { PromptParts } from './prompt';
import { filePassages } from './question-files';
import { webPassages } from './web-search';

export interface Asked {
  turn: StoredDoc<'turns'>;
  thread: StoredDoc<'threads'>;
  /** null outside projects */
  project: StoredDoc<'projects'> | null;
  /** for a task: the agent that answers */
  agent?: PromptParts['agent'];
  /** the exchanges before it, the latest first */
  exchanges: readonly Exchange[];
  /** ids of documents and addresses of pages that were rated useless in this chat */
  useless: ReadonlySet<string>;
  searched: Searched;
}

export interface Gathered {
  sources: (Passage & Pick<AnswerSource, 'no'>)[];
  failed: Answer['failed'];
  coverage: number;
  /** rarity of the question's terms; a list, not a map, since a step is stored as JSON */
  rarity: [string, number][];
  isClosest: boolean;
}

/** passages of the organization's documents at most */
const OWN_PASSAGES = 12;
/** files of whole projects that are named as unread at most */
const UNREAD_MAX = 10;

/** Gathers sources that the person may see now. */
export async function gather(
  core: CoreServices,
  context: Pick<RunContext<unknown>, 'companyId' | 'ownerId' | 'runId' | 'signal'>,
  { turn, thread, project, exchanges, useless, searched }: Asked,
  tell: Tell,
): Promise<Gathered> {
  const actor = { companyId: context.companyId, userId: context.ownerId };
  const { signal } = context;
  const failed: Answer['failed'] = [];

  const visible = await core.retrieval.visible(actor, turn.context);
  const named = turn.context.filter(({ id }) => visible.has(id));
  for (const { id, title } of turn.context)
    if (!visible.has(id)) failed.push({ title, url: '', error: 'DOCUMENT_NOT_FOUND' });
  failed.push(...(await cutTexts(core, actor.companyId, named)));
  // if the person may see none of the named documents, do not search all documents instead
  const isAboutLost = turn.context.length > 0 && named.length === 0;
  const about = thread.projectId && turn.context.length === 0 ? [projectContext(thread.projectId, project)] : named;

  tell('searching', '');
  const files = await filePassages(core, actor, { turn, exchanges, words: joinedQuestion(searched) }, tell);
  const isAboutFiles = turn.fileIds.length > 0 && turn.context.length === 0 && !thread.projectId;
  const own =
    isAboutLost || isAboutFiles
      ? { passages: [], coverage: 0, rarity: new Map<string, number>(), isClosest: false }
      : await core.retrieval.find({
          actor,
          question: searched.question,
          before: searched.before,
          language: turn.language,
          context: about,
          limit: OWN_PASSAGES,
          signal,
        });
  const web = await webPassages(core, context, { turn: { ...turn, question: searched.web }, project }, tell);
  failed.push(...files.failed, ...web.failed);

  // the order decides: a model with a short context gets only the first passages
  const isAboutOthers = files.isAside && !needsBefore(turn.question);
  const found = isAboutOthers ? [own, web, files] : [files, own, web];
  const passages = found
    .flatMap((each) => each.passages)
    .filter(({ kind, id, url }) => !useless.has(kind === 'web' ? url : id));
  const isClosest = passages.length > 0 && areClosest(found);
  // what was looked for may be in a text that was not searched
  if (passages.length === 0 || isClosest) {
    const seen = turn.context.length > 0 ? named : project ? about : [];
    failed.push(...(await unreadFiles(core, actor.companyId, seen, named)));
  }
  return {
    ...numbered(passages, failed),
    coverage: Math.max(own.coverage, ...[files, web].map(coverageOf)),
    rarity: [...own.rarity],
    isClosest,
  };
}

/** Numbers passages as the sources of an answer, and cuts them to the limits of its schema. */
export const numbered = (
  passages: readonly Passage[],
  failed: Answer['failed'],
): Pick<Gathered, 'sources' | 'failed'> => ({
  sources: passages.map((passage, n) => ({
    ...passage,
    no: n + 1,
    title: wellFormed(passage.title.slice(0, 300)),
    text: wellFormed(passage.text.slice(0, LIMITS.passage.max)),
  })),
  failed: failed.map(({ title, url, error }) => ({
    title: wellFormed(title.slice(0, 300)),
    url: url.slice(0, 2048),
    error,
  })),
});

/** Whether no passage covers half of the question. */
export const areClosest = (found: readonly Pick<Found, 'isClosest' | 'passages'>[]): boolean =>
  found.every(({ isClosest, passages: { length } }) => isClosest || length === 0);

/** A lower bound of the coverage: passages that are not merely the closest ones cover half of the question. */
export const coverageOf = ({ passages, isClosest }: Found): number => (passages.length > 0 && !isClosest ? 0.5 : 0);

/** Those of the documents of which only the beginning can be searched. The person may see them. */
async function cutTexts(
  { sync }: Pick<CoreServices, 'sync'>,
  companyId: string,
  documents: Asked['turn']['context'],
): Promise<Answer['failed']> {
  const ids = documents.flatMap(({ kind, id }) => (kind === 'projectItems' ? [id] : []));
  if (ids.length === 0) return [];
  const items = await sync.read(companyId, (tx) => tx.list('projectItems', { ids }));
  return items.filter(isCut).map(asCut);
}

type Item = StoredDoc<'projectItems'>;
const isCut = ({ notices }: Item): boolean => notices.includes('truncated');
const asCut = ({ title, url }: Item) => ({ title: title || url, url: '', error: 'FILE_TEXT_TRUNCATED' });

/**
 * The files and pages of whole projects of which only the beginning could be searched, and files that were not read. The
 * person may see the projects.
 */
async function unreadFiles(
  { sync }: Pick<CoreServices, 'sync'>,
  companyId: string,
  documents: Asked['turn']['context'],
  named: Asked['turn']['context'],
): Promise<Answer['failed']> {
  const projects = documents.filter(({ kind, only }) => kind === 'projects' && only === undefined);
  if (projects.length === 0) return [];
  const items = await sync.read(companyId, (tx) =>
    Promise.all(projects.map(({ id }) => tx.list('projectItems', { space: spaceOf('project', id) }))),
  );
  // cut documents of the question's context are named already
  const known = new Set(named.map(({ id }) => id));
  const unread = items.flat().flatMap((item) => {
    if (isCut(item)) return known.has(item.id) ? [] : [asCut(item)];
    const isUnread = item.itemType === 'file' && (UNREAD.includes(item.parseStatus) || isBeingParsed(item));
    return isUnread ? [{ title: item.title, url: '', error: unreadError(item) }] : [];
  });
  return unread.slice(0, UNREAD_MAX);
}

const UNREAD: readonly Item['parseStatus'][] = ['failed', 'canceled'];

/** The error of a file that was not read. Other codes than those of files are those of a failed web search. */
function unreadError(item: Item): string {
  if (isBeingParsed(item)) return 'FILE_BEING_READ' satisfies ErrorCode;
  if (item.error.startsWith('FILE_')) return item.error;
  const code: ErrorCode = item.parseStatus === 'canceled' ? 'FILE_PARSE_CANCELED' : 'FILE_PROCESS_FAILED';
  return code;
}

const isBeingParsed = ({ parseStatus }: Item): boolean => parseStatus === 'waiting' || parseStatus === 'parsing';

const projectContext = (id: string, project: Asked['project']) => ({
  kind: 'projects' as const,
  id,
  title: (project?.title ?? '').slice(0, 300),
});

/** Chooses quotes that answer a question without a language model. */
export function quotesOf(
  extractive: ExtractiveAnswer,
  question: string,
  { sources, coverage, rarity }: Pick<Gathered, 'sources' | 'coverage' | 'rarity'>,
): Answer['citations'] {
  return extractive(question, sources, coverage, rarity.length > 0 ? new Map(rarity) : undefined).flatMap(
    ({ passage, quote }, n) => {
      const source = sources[passage];
      return source?.text.includes(quote) ? [{ n: n + 1, source: source.no, quote }] : [];
    },
  );
}

const firstWith = <T>(...ways: (() => T[])[]): T[] => {
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
};

/** Quotes that give an overview of the documents of the context, if the question asks for one; otherwise none. */
function quotesOfWhole({ turn }: Pick<Asked, 'turn'>, { sources }: Pick<Gathered, 'sources'>): Answer['citations'] {
  const own = sources.filter(({ kind }) => kind !== 'web');
  const titles = turn.context.map(({ title }) => title);
  return overviewQuotes(turn.question, titles, own).map(({ passage, quote }, n) => ({
    n: n + 1,
    source: own[passage]!.no,
    quote,
  }));
}

/** The extractive answer: quotes without text. */
export const quotedAnswer = (
  extractive: ExtractiveAnswer,
  { turn, searched }: Pick<Asked, 'turn' | 'searched'>,
  gathered: Gathered,
): Written => ({
  text: '',
  citations: firstWith(
    () => quotesOfWhole({ turn }, gathered),
    () => quotesOf(extractive, joinedQuestion(searched), gathered),
  ),
  sources: gathered.sources.map(({ score: _, ...source }) => source),
  failed: gathered.failed,
  leftOut: { turns: 0, passages: 0 },
  isClosest: gathered.isClosest,
  isComplete: true,
  mode: 'extractive',
  provider: '',
  model: '',
});
