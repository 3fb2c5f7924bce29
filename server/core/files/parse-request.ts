/** Requests the text of a file: a run, in the caller's transaction. */
import type { CoreServices } from '../context';

export const FILE_PARSE = 'file.parse';

/**
 * At most one unfinished run for each file, of its newest version.
 * @param ownerId the person who sees the run and whose use of the service it counts as
 * @param resumes begins a failed or cancelled run again
 */
export const startParsing = (
  { runs }: Pick<CoreServices, 'runs'>,
  companyId: string,
  itemId: string,
  ownerId: string,
  resumes = false,
): Promise<string> =>
  runs.start(FILE_PARSE, {
    companyId,
    ownerId,
    subject: { collection: 'projectItems', id: itemId },
    input: {},
    key: itemId,
    resumes,
  });
