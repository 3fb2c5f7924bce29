/**
 * Finds the passages for one question of a plan: in documents of the organization that the person may see and, if
 * allowed, in web pages. Each search and each page is a stored step.
 *
 *   question ─┬─ own sources ──────────────────────────────────────┐
 *             └─ search provider ─► pages that are not read yet ───┴─► best passages
 */
import { createHash } from 'node:crypto';
import { linkIdentity } from '../../../sync/model/link-address';
import { ALL_SOURCES } from '../../../sync/model/own-kinds';
import { LIMITS } from '../../../sync/model/limits';
import { wellFormed } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';
import type { Passage } from '../../ai/extractive/interface';
import { cut, rankPassages } from '../chat/text-passages';
import { addressesIn } from '../chat/web-search';
import { pageReaderOf, readPage, type WantedPage } from '../links/read-page';
import type { StepOutput } from './steps';
import { addLimit, sourceKey, visibleOnly, type ResearchWork } from './work';

const OWN_PASSAGES = 8;
const CLOSEST_PASSAGES = 3;
const WEB_PASSAGES = 8;
const RESULTS = 10;
/** maximum number of pages per question */
const PAGES_MAX = 8;
/** UTF-16 units of a page that are stored */
const PAGE_UNITS = 120_000;

interface OwnOutput extends StepOutput {
  /** chosen documents that the person may not see, as sourceKey writes them */
  missing?: string[];
  passages: Passage[];
  /** the closest passages of own sources, if none covers half of the question */
  closest?: Passage[];
  coverage: number;
  rarity: [string, number][];
}
interface SerpOutput extends StepOutput {
  results: WantedPage[];
}
interface PageOutput extends StepOutput {
  title: string;
  passages: Passage[];
}

export interface Gathered {
  /** passages whose sources the person may see now */
  passages: Passage[];
  /** `passages` and those of sources withdrawn since; never used in a prompt or a report */
  withLost: Passage[];
  /** closest passages of own sources, if none covers half of the question; for a report without a model */
  closest: Passage[];
  coverage: number;
  rarity: ReadonlyMap<string, number>;
}

const NOTHING_OWN: Omit<Gathered, 'withLost'> = { passages: [], closest: [], coverage: 0, rarity: new Map() };

const clipped = (passage: Passage): Passage => ({
  ...passage,
  title: wellFormed(passage.title.slice(0, 300)),
  url: passage.url.slice(0, 2048),
  text: wellFormed(passage.text.slice(0, LIMITS.passage.max)),
});

export class Gathering {
  /** requested pages by the identity of their address; null if a budget was reached or a replay has no stored output */
  private readonly pages = new Map<string, PageOutput | null>();

  constructor(private readonly work: ResearchWork) {}

  /**
   * Finds the passages for a question.
   * @param usesWeb if false, the question is not sent to a search provider, and only pages already read are used
   */
  async passagesFor(question: string, index: number, usesWeb: boolean): Promise<Gathered> {
    const own = await this.own(question, index);
    if (usesWeb) await this.readPages(question, index);
    const web = await this.bestOfPages(question);
    const found = [...own.passages, ...web].map((passage) => ({ passage }));
    const seen = await visibleOnly(this.work, found);
    const closest = await visibleOnly(
      this.work,
      own.closest.map((passage) => ({ passage })),
    );
    return {
      passages: seen.map(({ passage }) => passage),
      withLost: found.map(({ passage }) => passage),
      closest: closest.map(({ passage }) => passage),
      coverage: Math.max(own.coverage, web.length > 0 ? 0.5 : 0),
      rarity: own.rarity,
    };
  }

  private async own(question: string, index: number): Promise<Omit<Gathered, 'withLost'>> {
    const { core, companyId, userId, projectId, project, research, signal, steps } = this.work;
    const { kinds, context: chosen } = research.own ?? ALL_SOURCES;
    const ofThread = projectId
      ? [{ kind: 'projects' as const, id: projectId, title: (project?.title ?? '').slice(0, 300) }]
      : [];
    const asked = chosen.length > 0 ? chosen : ofThread;
    // the plan excludes own sources
    if (kinds.length === 0 && asked.every(({ kind }) => kind === 'projects')) return NOTHING_OWN;
    const output = await steps.run<OwnOutput>(
      { kind: 'own', id: `own/${index}`, name: question, input: question },
      async () => {
        const { language } = research;
        const actor = { companyId, userId };
        const visible = await core.retrieval.visible(actor, chosen);
        const missing = chosen.filter(({ id }) => !visible.has(id)).map(({ kind, id }) => `${kind}/${id}`);
        const context = chosen.length > 0 ? chosen.filter(({ id }) => visible.has(id)) : ofThread;
        // if none of the chosen documents is visible, find nothing instead of searching everything
        if (chosen.length > 0 && context.length === 0)
          return { passages: [], coverage: 0, rarity: [], missing, error: '' };
        const found = await core.retrieval.find({
          ...{ actor, question, language, kinds, limit: OWN_PASSAGES, signal },
          context: [...context],
        });
        const all = found.passages.map(clipped);
        const [passages, closest] = found.isClosest ? [[], all.slice(0, CLOSEST_PASSAGES)] : [all, []];
        return { passages, closest, coverage: found.coverage, rarity: [...found.rarity], missing, error: '' };
      },
    );
    // the report gives only the number of hidden documents, since the slides of a research may be public
    for (const key of output?.missing ?? []) this.work.lost.add(key);
    return {
      passages: (output?.passages ?? []).filter((passage) => steps.takeSource(sourceKey(passage))),
      closest: output?.closest ?? [],
      coverage: output?.coverage ?? 0,
      rarity: new Map(output?.rarity ?? []),
    };
  }

  private async readPages(question: string, index: number): Promise<void> {
    const named = index === 0 ? addressesIn(this.work.research.question).map((url) => ({ url, title: url })) : [];
    const wanted = [...named, ...(await this.search(question, index))];
    const { budget, plan } = this.work.research;
    // the pages of the budget are divided among the questions of the plan
    let left = Math.min(PAGES_MAX, Math.max(1, Math.ceil(budget.sources / Math.max(1, plan.length))));
    for (const page of wanted) {
      const identity = linkIdentity(page.url);
      if (this.pages.has(identity)) continue;
      if (left === 0 || !this.work.steps.takeSource(`web/${identity}`)) return;
      left -= 1;
      await this.read(identity, page, question);
    }
  }

  private async search(question: string, index: number): Promise<WantedPage[]> {
    const { core, companyId, userId, runId, research, signal, steps } = this.work;
    const provider = await core.ai.search(companyId);
    if (!provider && !steps.isReplay) return [];
    const output = await steps.run<SerpOutput>(
      { kind: 'serp', id: `serp/${index}`, name: question, input: question },
      async () => {
        const useId = `${runId}/web/${index}`;
        try {
          await core.usage.consume({ companyId, userId }, 'websearch.call', useId);
          const { language } = research;
          const results = await provider!.search({ query: question, language, count: RESULTS, signal });
          return { results: results.map(({ url, title }) => ({ url, title })), error: '' };
        } catch (error) {
          await core.usage.giveBack(companyId, [useId]);
          signal.throwIfAborted();
          if (!(error instanceof CallError)) throw error;
          return {
            results: [],
            error: error.code === 'USER_SERVICE_QUOTA_EXCEEDED' ? error.code : 'DEEP_RESEARCH_SERP_ERROR',
          };
        }
      },
    );
    if (output && output.error !== '') addLimit(this.work, { title: question, error: output.error });
    return output?.results ?? [];
  }

  private async read(identity: string, wanted: WantedPage, why: string): Promise<void> {
    const { core, companyId, signal, steps } = this.work;
    const digest = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const output = await steps.run<PageOutput>(
      { kind: 'page', id: `page/${digest}`, name: wanted.title || wanted.url, url: wanted.url, why, input: identity },
      async () => {
        const outcome = await readPage(pageReaderOf(core, companyId), wanted, signal);
        if ('error' in outcome) return { title: outcome.title, passages: [], error: outcome.error };
        const title = outcome.page.text.title || wanted.title || outcome.url;
        return { title, passages: pagePassages(outcome, title, core.platform.clock.now()), error: '' };
      },
    );
    this.pages.set(identity, output);
    if (output && output.error !== '')
      addLimit(this.work, { title: output.title, url: wanted.url, error: output.error });
  }

  private async bestOfPages(question: string): Promise<Passage[]> {
    const read = [...this.pages.values()].flatMap((page) => (page && page.passages.length > 0 ? [page] : []));
    if (read.length === 0) return [];
    const texts = read.map(({ title, passages }) => ({
      title,
      parts: passages.map(({ text }, n) => ({ id: String(n), kind: 'heading' as const, level: 0, text, place: {} })),
    }));
    const { passages } = await rankPassages(question, texts, WEB_PASSAGES);
    return passages.flatMap(({ of, partId, score }) =>
      score > 0 ? [{ ...read[of]!.passages[Number(partId)]!, score }] : [],
    );
  }
}

function pagePassages(
  { page, url }: { page: { text: Parameters<typeof cut>[0] }; url: string },
  title: string,
  now: number,
): Passage[] {
  let left = PAGE_UNITS;
  return cut(page.text).flatMap(({ partId, text, place }): Passage[] => {
    left -= text.length;
    if (left < 0) return [];
    const where = { id: '', projectId: '', start: 0, at: -1 };
    return [clipped({ kind: 'web', partId, title, url, text, place, updatedAt: now, score: 0, ...where })];
  });
}
