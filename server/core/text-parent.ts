/** Rules of the texts of documents (`noteContents`), one set for each kind that has them. */
import { definitionOf, type Doc, type KindName } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import type { StoredDoc, SyncTransaction } from '../sync/store';

export interface TextWriter {
  tx: SyncTransaction;
  userId: string;
  /** in the space of the text */
  role: Role | null;
}

/** A document that has a text. */
export type TextParentKind = {
  [K in KindName]: Doc<K> extends { title: string; creatorId: string } ? K : never;
}[KindName];

export interface TextRules<K extends TextParentKind> {
  /** @param parent null: it has not arrived, or is gone */
  mayWrite(
    writer: TextWriter,
    text: StoredDoc<'noteContents'>,
    parent: StoredDoc<K> | null,
  ): boolean | Promise<boolean>;
  /** Spaces in which a device with an older copy of the parent may believe the text. */
  possibleSpaces(tx: SyncTransaction, parent: StoredDoc<K>): string[] | Promise<string[]>;
}

/** The parent of one text. */
export interface TextParent {
  /** null: it has not arrived, or is gone */
  document: { id: string; title: string; space: string; link: string } | null;
  mayWrite(writer: TextWriter): Promise<boolean>;
  possibleSpaces(): Promise<string[]>;
}

export type ReadTextParent = (tx: SyncTransaction, text: StoredDoc<'noteContents'>) => Promise<TextParent>;

export const textParent =
  <K extends TextParentKind>(kind: K, rules: TextRules<K>): ReadTextParent =>
  async (tx, text) => {
    const parent = await tx.get(kind, text.subjectId);
    const row = parent as unknown as ({ id: string; title: string; space: string } & Record<string, unknown>) | null;
    return {
      document: row && { id: row.id, title: row.title, space: row.space, link: definitionOf(kind).link(row) },
      mayWrite: async (writer) => rules.mayWrite(writer, text, parent),
      possibleSpaces: async () => (parent ? rules.possibleSpaces(tx, parent) : []),
    };
  };
