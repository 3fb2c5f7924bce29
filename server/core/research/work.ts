/** The state of the work on one research, and checks of access to its sources. */
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
  /** the person who started the research: only sources that they may see now are used */
  userId: string;
  signal: AbortSignal;
  research: StoredDoc<'researches'>;
  projectId: string;
  /** null outside projects, or if the person does not see the project */
  project: Pick<Project, 'title' | 'webSearchEnabled'> | null;
  /** null if the organization has no language model */
  chat: ChatProvider | null;
  /** the service to which the tokens are counted */
  service: Service;
  steps: Steps;
  limits: ReportLimit[];
  /** keys of sources that the person may not see (`sourceKey`) */
  lost: Set<string>;
  /** passages that were in a prompt: the claims of a model may contain words of each of them */
  read: { passage: Passage }[];
  /** do not use documents of the organization: the person has left, or sources were withdrawn in too many rounds */
  withoutOwn?: boolean;
}

type Visibility = Pick<ResearchWork, 'core' | 'companyId' | 'userId' | 'lost' | 'withoutOwn'>;

/** A claim with the quote that supports it. */
export interface Finding {
  /** number among all findings of the research, from 1; the same in every attempt */
  n: number;
  /** index of its question: those of the plan first, then those about missing information */
  question: number;
  claim: string;
  /** copied exactly from the passage */
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

/**
 * Keeps the items whose sources the person may see now, and adds the other sources to `lost`. A deleted or withdrawn
 * source must not reach a prompt.
 */
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

/** A source was deleted or withdrawn after it was read: all texts derived from it must be made again. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';
}

/** Throws SourceLost if the person may no longer see one of the sources. */
export async function mustSee(work: Visibility, used: readonly { passage: Passage }[]): Promise<void> {
  if ((await visibleOnly(work, used)).length < used.length) throw new SourceLost();
}

export function addLimit({ limits }: Pick<ResearchWork, 'limits'>, limit: Partial<ReportLimit>): void {
  const { kind = 'source', title = '', url = '', error = '', count = 0 } = limit;
  limits.push({ kind, title: wellFormed(title.slice(0, 300)), url: url.slice(0, 2048), error, count });
}
