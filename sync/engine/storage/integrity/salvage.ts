/**
 * What a worker holds in memory of an account whose databases were deleted under it: documents that wait, documents that its lists and
 * screens show, and the open texts. Written into new databases, and offered as a file meanwhile.
 */
import { textOfState } from '../../../merge/note-text';
import type { CollectionName } from '../../../model/registry';
import type { Replica } from '../replica-database';
import { versionOf, type Stored } from '../stored';
import type { Documents } from '../documents';
import type { PendingDocuments } from '../pending';

export interface Salvage {
  userId: string;
  companyId: string;
  documents: [CollectionName, Stored[]][];
  texts: { contentId: string; state: Uint8Array }[];
}

/** Documents as screens were told them. */
export interface Shown {
  collection: CollectionName;
  documents: unknown[];
}

/** Rows in memory by collection: those that wait, and the latest ones of what is being shown. Synchronous: nothing can be read any more. */
export function rowsInMemory(replica: Replica, waiting: PendingDocuments, onScreen: Shown[]): Salvage['documents'] {
  const waits = new Map(waiting.storedRows());
  return replica.names.map((name) => {
    const rows = new Map<string, Stored>();
    for (const { collection, documents } of onScreen)
      if (collection === name) for (const row of documents as Stored[]) rows.set(row.id, row);
    const cache = replica.collection(name)._docCache;
    for (const id of cache.cacheItemByDocId.keys()) {
      const shown = cache.getLatestDocumentDataIfExists(id) as Stored | undefined;
      if (shown && !shown._deleted) rows.set(id, shown);
    }
    for (const row of waits.get(name) ?? []) rows.set(row.id, row);
    return [name, [...rows.values()]];
  });
}

/** Nothing in it that the server may not have. */
export const isEmpty = ({ documents, texts }: Salvage): boolean =>
  texts.length === 0 && documents.every(([, rows]) => rows.every(({ waits }) => !waits));

/** Writes what is not there yet, waiting as it did. */
export async function restoreRows(documents: Documents, salvaged: Salvage['documents']): Promise<void> {
  for (const [name, rows] of salvaged) {
    const byId = new Map(rows.map((row) => [row.id, row]));
    await documents.write(name, [...byId.keys()], (stored, id) => {
      const row = byId.get(id)!;
      return stored ? 'keep' : { version: versionOf(row), pending: row.waits ? row.pending! : null };
    });
  }
}

/** What people wrote, as one text file: open texts, then the fields of what waits. */
export function salvageFile({ documents, texts }: Salvage, markdownOf: (state: Uint8Array) => string): Blob {
  const titles = new Map(
    documents.flatMap(([, rows]) =>
      rows.flatMap((row): [string, string][] => (typeof row['title'] === 'string' ? [[row.id, row['title']]] : [])),
    ),
  );
  const readable = (state: Uint8Array): string => {
    try {
      return markdownOf(state);
    } catch {
      return textOfState(state);
    }
  };
  const open = texts.map(({ contentId, state }) => `# ${titles.get(contentId) ?? contentId}\n\n${readable(state)}`);
  const waiting = documents.flatMap(([name, rows]) =>
    rows
      .filter(({ waits }) => waits)
      .map((row) => `## ${name}/${row.id}\n\n\`\`\`json\n${JSON.stringify(versionOf(row), null, 2)}\n\`\`\``),
  );
  return new Blob([[...open, ...waiting].join('\n\n---\n\n')], { type: 'text/markdown' });
}
