/** Files with extracted texts, written as the server writes them. */
import type { SyncTransaction } from '../../server/sync/store';
import { spaceOf } from '../../sync/model/ids';

export interface WrittenFile {
  id: string;
  projectId: string;
  title: string;
  /** texts of its parts p1, p2, …, each on a page of its own */
  parts: readonly string[];
}

/** The fields of a file's row. */
export const fileFields = ({ projectId, title, parts }: Omit<WrittenFile, 'id'>) => ({
  projectId,
  itemType: 'file' as const,
  itemId: '',
  parentId: '',
  position: 0,
  title,
  url: '',
  size: 1,
  mimeType: 'application/pdf',
  sha256: '',
  version: 1,
  parseStatus: 'parsed' as const,
  crawlStatus: 'none' as const,
  error: '',
  notices: [],
  pages: parts.length,
  language: '',
  depth: 0,
  pageLimit: 0,
  recrawl: 'never' as const,
  addedBy: 'ann',
  createdAt: 1,
  contentAt: 1,
});

/** The fields of a file's text. */
export const textFields = ({ projectId, parts }: Pick<WrittenFile, 'projectId' | 'parts'>) => ({
  projectId,
  version: 1,
  title: '',
  language: '',
  parts: parts.map((text, i) => ({
    id: `p${i + 1}`,
    kind: 'text' as const,
    level: 0,
    text,
    place: { page: i + 1 },
  })),
  outline: [],
  fetchedAt: 0,
  parsedAt: 1,
});

/** Writes a file, or a new version of it, into the space of its project. */
export async function writeFile(tx: SyncTransaction, file: WrittenFile): Promise<void> {
  const space = spaceOf('project', file.projectId);
  await tx.put('projectItems', file.id, { space, ...fileFields(file) });
  await tx.put('itemTexts', file.id, { space, ...textFields(file) });
}
