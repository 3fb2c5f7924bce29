/** What the parts of one research share while it is worked on. */
import type { Project } from '../../../sync/model/kinds/projects';
import type { ReportLimit } from '../../../sync/model/kinds/reports';
import { wellFormed } from '../../../sync/model/text';
import type { ChatProvider } from '../../ai/chat/provider';
import type { Passage } from '../../ai/extractive/interface';
import type { StoredDoc } from '../../sync/store';
import type { Service } from '../../usage/services';
import type { CoreServices } from '../context';
import type { Steps } from './steps';

export interface ResearchWork {
  core: CoreServices;
  companyId: string;
  runId: string;
  /** its person: only what they may see now is searched, read and written */
  userId: string;
  signal: AbortSignal;
  research: StoredDoc<'researches'>;
  projectId: string;
  /** null outside projects, or where its person does not see it */
  project: Pick<Project, 'title' | 'webSearchEnabled'> | null;
  /** null: no language model */
  chat: ChatProvider | null;
  /** for which its tokens are counted */
  service: Service;
  steps: Steps;
  limits: ReportLimit[];
  /** sources that its person may no longer see */
  lost: Set<string>;
  /** passages that a model has read: the words of one may show in what it has noted of another */
  read: { passage: Passage }[];
  /** no own source is used any more: its person has left, or too many were withdrawn one after the other */
  withoutOwn?: boolean;
}

type Visibility = Pick<ResearchWork, 'core' | 'companyId' | 'userId' | 'lost' | 'withoutOwn'>;

/** A finding in the words of a source. */
export interface Finding {
  /** number among all findings of the research, from 1; the same in every attempt */
  n: number;
  /** index of its question: the plan's first, then those that close gaps */
  question: number;
  claim: string;
  /** word for word in the passage */
  quote: string;
  passage: Passage;
}

export const isOwn = ({ kind }: Pick<Passage, 'kind'>): boolean => kind !== 'web' && kind !== 'temporary';

/** Identifies the document or page of a passage. */
export const sourceKey = ({ kind, id, url }: Pick<Passage, 'kind' | 'id' | 'url'>): string =>
  kind === 'web' ? `web/${url}` : `${kind}/${id}`;

/** Identifies a passage. */
export const passageKey = ({ kind, id, url, partId, start, text }: Passage): string =>
  JSON.stringify([kind, id, url, partId, start, text]);

/** Those whose sources its person may see now. A source that was deleted or withdrawn since is in no prompt. */
export async function visibleOnly<T extends { passage: Passage }>(
  { core, companyId, userId, lost, withoutOwn = false }: Visibility,
  found: readonly T[],
): Promise<T[]> {
  const own = found.filter(({ passage }) => isOwn(passage));
  if (own.length === 0) return [...found];
  const seen = withoutOwn
    ? new Set<string>()
    : await core.retrieval.visible(
        { companyId, userId },
        own.map(({ passage }) => passage),
      );
  return found.filter(({ passage }) => {
    const isSeen = !isOwn(passage) || seen.has(passage.id);
    if (!isSeen) lost.add(sourceKey(passage));
    return isSeen;
  });
}

/** A source was deleted or withdrawn after it was read: what was noted and written beside it is made again without it. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';
}

/** Throws SourceLost where its person may no longer see the source of one of them. */
export async function mustSee(work: Visibility, used: readonly { passage: Passage }[]): Promise<void> {
  if ((await visibleOnly(work, used)).length < used.length) throw new SourceLost();
}

export function addLimit({ limits }: Pick<ResearchWork, 'limits'>, limit: Partial<ReportLimit>): void {
  const { kind = 'source', title = '', url = '', error = '', count = 0 } = limit;
  limits.push({ kind, title: wellFormed(title.slice(0, 300)), url: url.slice(0, 2048), error, count });
}
