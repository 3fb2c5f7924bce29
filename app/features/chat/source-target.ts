/** Address at which a passage of an answer is opened. */
import { paths } from '~/paths';
import { stateOf, type SearchAnchor } from '~/features/search-anchor/anchor';
import { SUMMARY_PART, type AnswerSource } from '../../../sync/model/kinds/answers';
import type { ItemType } from '../../../sync/model/kinds/project-items';

/** number of lines of a quote that are searched for in the document */
const LINES_MAX = 6;

/** The lines of the quote as search words, near the offset of the passage. */
export function anchorOfQuote(source: Pick<AnswerSource, 'text' | 'start' | 'partId'>, quote: string): SearchAnchor {
  const words = quote
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, LINES_MAX);
  return {
    words,
    near: source.start + Math.max(0, source.text.indexOf(quote)),
    ...(source.partId && source.partId !== SUMMARY_PART ? { segmentId: source.partId } : {}),
  };
}

/** Address and history state that open a passage's document; null if only the stored passage can be shown. */
export function targetOf(
  source: AnswerSource,
  quote: string,
  itemType: ItemType | undefined,
): { to: string; state: unknown } | null {
  const state = stateOf(anchorOfQuote(source, quote));
  const { kind, id, projectId, partId } = source;
  switch (kind) {
    case 'projects':
      return { to: paths.project(id), state: null };
    case 'notes':
      return { to: paths.noteDetail(projectId, id), state };
    case 'meetings':
      return { to: paths.meeting(id, partId === SUMMARY_PART ? 'summary' : partId ? 'transcript' : 'notes'), state };
    case 'projectItems':
      return itemType ? { to: paths.projectItem(projectId, id, itemType, partId), state } : null;
    default:
      return null;
  }
}
