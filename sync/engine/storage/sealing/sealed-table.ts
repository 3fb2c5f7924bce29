/**
 * Typed access to a table of rows with encrypted content. At rest a row keeps the fields needed for indexes and counts;
 * its content is one encrypted field. Conditions and partial updates apply to plain fields only, which the types
 * enforce.
 *
 *   row { id, at, title, text }  ◄── open ── seal ──►  { id, at, sealed }
 */
import type { Table } from 'dexie';
import { placeIn, SealError, type Vault } from './vault';

/** A row as stored. */
export type AtRest<Row, Content extends keyof Row> = Omit<Row, Content> & { sealed: Uint8Array };

const isSealed = (row: object): boolean => 'sealed' in row;

export interface SealedOptions<Row, Content extends keyof Row> {
  /** encrypted fields */
  content: readonly Content[];
  /** identifies the row in its table, as far as known before the write; authenticated with the content */
  place: (row: Omit<Row, Content>) => string;
  /** the content is a single field of bytes */
  bytes?: boolean;
}

export class SealedTable<Row extends object, Content extends keyof Row & string, Key> {
  /** writes happen in call order, whichever is encrypted first */
  private order: Promise<unknown> = Promise.resolve();

  private readonly writing = new Set<Promise<void>>();

  /** @param rows the stored table, for conditions, counts, deletions and transactions */
  constructor(
    readonly rows: Table<AtRest<Row, Content>, Key>,
    private readonly vault: Vault,
    private readonly options: SealedOptions<Row, Content>,
  ) {}

  async seal(row: Row): Promise<AtRest<Row, Content>> {
    const { content, bytes } = this.options;
    const clear = { ...row } as Record<string, unknown>;
    for (const field of content) delete clear[field];
    const place = this.place(clear as Omit<Row, Content>);
    const sealed = bytes
      ? await this.vault.seal(place, row[content[0]!] as Uint8Array)
      : await this.vault.sealValue(place, Object.fromEntries(content.map((field) => [field, row[field]])));
    return { ...clear, sealed } as AtRest<Row, Content>;
  }

  /** Decrypts a row. Throws SealError. */
  async open(row: AtRest<Row, Content>): Promise<Row> {
    // Written in plain by an earlier version, and encrypted at a later start.
    if (!isSealed(row)) return row as unknown as Row;
    const { sealed, ...clear } = row;
    const { content, bytes } = this.options;
    const place = this.place(clear as unknown as Omit<Row, Content>);
    const opened = bytes
      ? { [content[0]!]: await this.vault.open(place, sealed) }
      : ((await this.vault.openValue(place, sealed)) as object);
    return { ...clear, ...opened } as unknown as Row;
  }

  /** Decrypts rows, omitting damaged ones. */
  async openAll(rows: AtRest<Row, Content>[]): Promise<Row[]> {
    const opened = await Promise.all(
      rows.map((row) =>
        this.open(row).catch((error: unknown) => {
          if (error instanceof SealError) return null;
          throw error;
        }),
      ),
    );
    return opened.filter((row) => row !== null);
  }

  async get(key: Key): Promise<Row | undefined> {
    const row = (await this.rows.get(key as never)) as AtRest<Row, Content> | undefined;
    return row && this.open(row);
  }

  async all(): Promise<Row[]> {
    return this.openAll(await this.rows.toArray());
  }

  async add(row: Row): Promise<void> {
    await this.inOrder(this.seal(row), (sealed) => this.rows.add(sealed as never));
  }

  async put(row: Row): Promise<void> {
    await this.inOrder(this.seal(row), (sealed) => this.rows.put(sealed as never));
  }

  async bulkPut(rows: Row[]): Promise<void> {
    await this.inOrder(Promise.all(rows.map((row) => this.seal(row))), (sealed) => this.rows.bulkPut(sealed as never));
  }

  /** Changes plain fields. Resolves to the number of changed rows: 0 or 1. */
  update(key: Key, fields: Partial<Omit<Row, Content>>): Promise<number> {
    return this.rows.update(key as never, fields as never);
  }

  delete(key: Key): Promise<void> {
    return this.rows.delete(key as never);
  }

  bulkDelete(keys: Key[]): Promise<void> {
    return this.rows.bulkDelete(keys as never);
  }

  /** Resolves when all requested writes have succeeded or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.writing]);
  }

  count(): Promise<number> {
    return this.rows.count();
  }

  /** Encrypts rows that an earlier version wrote in plain; a row that changes meanwhile is left for the next start. */
  async sealLegacyRows(): Promise<void> {
    for (const key of await this.rows.toCollection().primaryKeys()) {
      const row = await this.rows.get(key as never);
      if (!row || isSealed(row)) continue;
      const sealed = await this.seal(row as unknown as Row);
      await this.rows.db.transaction('rw', this.rows, async () => {
        const now = await this.rows.get(key as never);
        if (now && !isSealed(now) && (this.options.bytes || JSON.stringify(now) === JSON.stringify(row)))
          await this.rows.put(sealed as never);
      });
    }
  }

  /** Re-encrypts rows of the previous key with the current one. Damaged rows are left unchanged and fail when read. */
  async reseal(): Promise<void> {
    for (const key of await this.rows.toCollection().primaryKeys()) {
      const row = await this.rows.get(key as never);
      if (!row || !isSealed(row) || this.vault.isCurrent(row.sealed)) continue;
      const opened = await this.open(row).catch((error: unknown) => {
        if (error instanceof SealError) return null;
        throw error;
      });
      if (opened) await this.rows.put((await this.seal(opened)) as never);
    }
  }

  private place(row: Omit<Row, Content>): string {
    return placeIn(this.rows.name, this.options.place(row));
  }

  private async inOrder<T>(sealing: Promise<T>, write: (sealed: T) => PromiseLike<unknown>): Promise<void> {
    const turn = Promise.all([sealing, this.order]).then(([sealed]) => sealed);
    this.order = turn.catch(() => undefined);
    const written = turn.then(write).then(() => undefined);
    this.writing.add(written);
    try {
      await written;
    } finally {
      this.writing.delete(written);
    }
  }
}
