/**
 * Data that a worker holds in memory of an account whose databases were deleted while open: pending documents,
 * documents shown by lists and screens, and open texts. It is written into new databases, and offered as a file
 * meanwhile.
 */
import { textOfState } from '../../../merge/note-text';
import type { KindName } from '../../../model/kinds';
import type { Replica } from '../replica-database';
import { versionOf, type Stored } from '../stored';
import type { Documents } from '../documents';
import type { PendingDocuments } from '../pending';

export interface Salvage {
  userId: string;
  companyId: string;
  documents: [KindName, Stored[]][];
  texts: { contentId: string; state: Uint8Array }[];
}

/** Documents as sent to screens. */
export interface ShownDocuments {
  collection: KindName;
  documents: unknown[];
}

/**
 * Rows in memory by kind: pending ones, and the latest of those on screen. Synchronous, as storage cannot be read
 * any more.
 */
export function rowsInMemory(
  replica: Replica,
  pending: PendingDocuments,
  onScreen: ShownDocuments[],
): Salvage['documents'] {
  const waits = new Map(pending.storedRows());
  return replica.names.map((name) => {
    const rows = new Map<string, Stored>();
    for (const { collection, documents } of onScreen)
      if (collection === name) for (const row of documents as Stored[]) rows.set(row.id, row);
    for (const row of replica.kind(name).inMemory()) rows.set(row.id, row);
    for (const row of waits.get(name) ?? []) rows.set(row.id, row);
    return [name, [...rows.values()]];
  });
}

/** Whether it contains nothing unsent. */
export const isEmpty = ({ documents, texts }: Salvage): boolean =>
  texts.length === 0 && documents.every(([, rows]) => rows.every(({ waits }) => !waits));

/** Writes missing rows, pending as before. */
export async function restoreRows(documents: Documents, salvaged: Salvage['documents']): Promise<void> {
  for (const [name, rows] of salvaged) {
    const byId = new Map(rows.map((row) => [row.id, row]));
    await documents.write(name, [...byId.keys()], (stored, id) => {
      const row = byId.get(id)!;
      return stored ? 'keep' : { version: versionOf(row), pending: row.waits ? row.pending! : null };
    });
  }
}

/** The salvaged content as one Markdown file: open texts, then the fields of pending documents. */
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
