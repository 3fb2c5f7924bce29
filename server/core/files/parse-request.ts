/** Requests the extraction of a file's text: starts a run in the caller's transaction. */
import type { CoreServices } from '../context';

export const FILE_PARSE = 'file.parse';

/**
 * A file has at most one unfinished run; the run parses the version that is current when it starts.
 * @param ownerId the person to whom the run is shown and to whom its use of the service is counted
 * @param resumes whether a failed or cancelled run is restarted
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
