/** Requests a summary: the document becomes `waiting` and a run starts, in the caller's transaction. */
import type { Summary } from '../../../sync/model/kinds/summaries';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';

export const SUMMARY_RUN = 'meeting.summary';

/** Fields of a summary before its first text. */
export const emptySummary = (meeting: Pick<StoredDoc<'meetings'>, 'id' | 'creatorId'>) => ({
  meetingId: meeting.id,
  creatorId: meeting.creatorId,
  content: '',
  templateId: '',
  status: 'none' as const,
  error: '',
  versions: [],
  provider: '',
  model: '',
  mode: '',
  generatedAt: 0,
  moments: [],
  items: [],
  language: '' as const,
  editedBy: '',
  editedAt: 0,
});

const isSame = (a: Summary['request'], b: Summary['request']): boolean =>
  a?.templateId === b?.templateId && a?.language === b?.language;

/**
 * Requests a summary. A meeting has at most one unfinished run: the same request again returns its status. Another
 * request is written by that run if it has not begun; otherwise the run is repeated for it.
 */
export async function requestSummary(
  { runs }: Pick<CoreServices, 'runs'>,
  tx: SyncTransaction,
  meeting: Pick<StoredDoc<'meetings'>, 'id' | 'space' | 'creatorId'>,
  ownerId: string,
  request: NonNullable<Summary['request']>,
): Promise<Summary['status']> {
  const before = await tx.get('summaries', meeting.id);
  const isUnderWay = before?.status === 'waiting' || before?.status === 'processing';
  if (before && isUnderWay && isSame(before.request, request)) return before.status;
  await tx.put('summaries', meeting.id, {
    space: meeting.space,
    ...(before ? {} : emptySummary(meeting)),
    status: 'waiting',
    error: '',
    request: { ...request, askedBy: ownerId },
  });
  await runs.start(SUMMARY_RUN, {
    companyId: tx.companyId,
    ownerId,
    subject: { collection: 'summaries', id: meeting.id },
    input: {},
    key: meeting.id,
    resumes: true,
  });
  return 'waiting';
}
