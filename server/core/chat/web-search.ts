/**
 * Finds passages in web pages for a question: pages whose addresses it contains, and results of the organization's
 * search provider. Pages are fetched like links of projects: by the safe fetch, after robots.txt, within the host's
 * rate. Pages that cannot be read are listed in the answer.
 *
 *   question ─┬─ addresses in it ────────────┐
 *             └─ search provider, if there is ┴─► pages ─► text ─► best passages
 */
import { linkAddress, linkIdentity } from '../../../sync/model/link-address';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Turn } from '../../../sync/model/kinds/turns';
import { CallError } from '../../../sync/protocol/errors';
import type { RunContext } from '../../runs/run';
import type { CoreServices } from '../context';
import { pageReaderOf, readPage, type PageOutcome, type WantedPage } from '../links/read-page';
import { WEB_PASSAGES, type Found, type Tell } from './source-parts';
import { rankPassages } from './text-passages';

type AskedTurn = Pick<Turn, 'question' | 'usesWeb' | 'language' | 'contentFilter'>;
type Context = Pick<RunContext<unknown>, 'companyId' | 'ownerId' | 'runId' | 'signal'>;

const RESULTS = 8;
const PAGES = 5;
/** addresses of a question that are read at most */
const NAMED_MAX = 3;
/** pages that are fetched at the same time */
const AT_ONCE = 3;
/** UTF-16 units of the query sent to a search provider */
const QUERY_MAX = 400;
export const ADDRESS = /https?:\/\/[^\s<>"'「」『』（）。、，]+/giu;

/** Addresses in a question, without the punctuation after them. */
export const addressesIn = (question: string): string[] => [
  ...new Set(
    (question.match(ADDRESS) ?? []).flatMap((found) => linkAddress(found.replace(/[).,;:!?\]]+$/u, '')) ?? []),
  ),
];

export async function webPassages(
  core: CoreServices,
  context: Context,
  { turn, project }: { turn: AskedTurn; project: Pick<Project, 'webSearchEnabled'> | null },
  tell: Tell,
): Promise<Found> {
  const failed: Found['failed'] = [];
  const named = addressesIn(turn.question)
    .slice(0, NAMED_MAX)
    .map((url) => ({ url, title: url }));
  const isAllowed = turn.usesWeb && (project?.webSearchEnabled ?? true);
  const found = isAllowed ? await search(core, context, turn, failed, tell) : [];
  const known = new Set<string>();
  const wanted = [...named, ...found]
    .filter(({ url }) => !known.has(linkIdentity(url)) && known.add(linkIdentity(url)))
    .slice(0, named.length + PAGES);
  const outcomes = await readAll(core, context, wanted, tell);
  const pages = outcomes.flatMap((outcome) => ('page' in outcome ? [outcome] : []));
  for (const outcome of outcomes)
    if ('error' in outcome) failed.push({ title: outcome.title, url: outcome.url, error: outcome.error });
  const { passages, isClosest } = await rankPassages(
    turn.question,
    pages.map(({ page, title }) => ({ title: page.text.title || title, parts: page.text.parts })),
    WEB_PASSAGES,
  );
  const now = core.platform.clock.now();
  return {
    failed,
    isClosest,
    passages: passages.map(({ of, partId, text, place, score }) => ({
      kind: 'web',
      id: '',
      partId,
      title: pages[of]!.page.text.title || pages[of]!.title,
      url: pages[of]!.url,
      projectId: '',
      text,
      start: 0,
      place,
      at: -1,
      updatedAt: now,
      score,
    })),
  };
}

/**
 * Searches the web by the organization's provider; without one the result is empty. If the provider fails, the answer
 * lists the failure and uses the other sources.
 */
async function search(
  core: CoreServices,
  { companyId, ownerId, runId, signal }: Context,
  turn: AskedTurn,
  failed: Found['failed'],
  tell: Tell,
): Promise<WantedPage[]> {
  const provider = await core.ai.search(companyId);
  if (!provider) return [];
  const query = turn.question.replace(ADDRESS, ' ').replace(/\s+/g, ' ').trim().slice(0, QUERY_MAX);
  if (query === '') return [];
  tell('searching', query);
  const use = await core.usage.consume({ companyId, userId: ownerId }, 'websearch.call', `${runId}/web`);
  try {
    const { language, contentFilter: safeSearch } = turn;
    const results = await provider.search({ query, language, safeSearch, count: RESULTS, signal });
    return results.map(({ url, title }) => ({ url, title }));
  } catch (error) {
    await use.giveBack();
    signal.throwIfAborted();
    if (!(error instanceof CallError)) throw error;
    failed.push({ title: provider.name, url: '', error: error.code });
    return [];
  }
}

async function readAll(
  core: CoreServices,
  context: Context,
  wanted: readonly WantedPage[],
  tell: Tell,
): Promise<PageOutcome[]> {
  if (wanted.length === 0) return [];
  const reader = pageReaderOf(core, context.companyId);
  const outcomes: PageOutcome[] = [];
  const queue = [...wanted.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [n, page] = next;
      tell('reading', page.title);
      outcomes[n] = await readPage(reader, page, context.signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
  return outcomes;
}
