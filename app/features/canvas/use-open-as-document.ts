import { useNavigate } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { stateOfBlocks } from '../../../sync/merge/note-blocks';
import type { NoteBlock } from '../../../sync/merge/note-blocks';
import { LIMITS } from '../../../sync/model/limits';
import { clean, truncate } from '../../../sync/model/text';
import { useCanvases } from './use-canvases';

/** The answer or report that a document is made from. */
export interface DocumentSource {
  threadId: string;
  /** id of the question for an answer, or id of the report */
  turnId: string;
  title: string;
  blocks: () => NoteBlock[] | Promise<NoteBlock[]>;
}

/**
 * Returns a function that opens the document made from an answer or a report, and creates it if there is none. Returns
 * null until the queries have values, and if there is no document and the person may not create one. Reads and writes
 * on this device only.
 */
export function useOpenAsDocument(
  t: TFunction<readonly [string, ...string[]]>,
  { threadId, turnId, title, blocks }: DocumentSource,
): (() => void) | null {
  const navigate = useNavigate();
  const account = useAccount();
  const thread = useQuery({ kind: 'one', collection: 'threads', id: threadId });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  const canvases = useCanvases(threadId);
  const made = canvases?.find((canvas) => canvas.turnId === turnId);
  const mayMake =
    thread?.creatorId === account?.userId ||
    (thread?.shareRange !== 'private' && (project?.abilities.includes('addNote') ?? false));
  if (!thread || !canvases || (!made && !mayMake)) return null;
  const open = async () => {
    try {
      const id =
        made?.id ??
        (
          await run('canvas.create', {
            turnId,
            title: truncate(clean(title).replace(/\s+/gu, ' '), LIMITS.noteTitle.max),
            state: stateOfBlocks(await blocks()),
          })
        ).id;
      navigate(paths.canvas(id, thread.projectId));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return () => void open();
}
