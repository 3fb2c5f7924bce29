/**
 * Shared parts of people's acts: random choices, changes and deletions of documents, and their reports to the oracle
 * before and after.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { KindName, Doc } from '../../../sync/model/kinds';
import type { FuzzDevice } from './fuzz-device';
import { valueAt, type Oracle, type Removal } from './oracle';
import type { Choices } from './random';

export interface Act {
  says: string;
  run: () => Promise<unknown>;
}

export class Hands {
  private words = 0;

  constructor(
    readonly choices: Choices,
    readonly oracle: Oracle,
    readonly ids: readonly string[],
    readonly companyId: string,
  ) {}

  /** A unique word. */
  word(): string {
    return `w${(this.words += 1)}x`;
  }

  /** One of the documents with an ability of the person. */
  async any<N extends KindName>(device: FuzzDevice, collection: N, ability = ''): Promise<Doc<N> | undefined> {
    const fit = (await device.find(collection)).filter(
      (doc) => ability === '' || (doc.abilities as string[]).includes(ability),
    );
    return fit.length > 0 ? this.choices.pick(fit) : undefined;
  }

  /** Runs a change of a document's field; it counts once it is confirmed by a living process. */
  async edited(
    device: FuzzDevice,
    collection: KindName,
    doc: { id: string },
    field: string,
    value: unknown,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const entry = this.oracle.edit({
      device: device.name,
      collection,
      id: doc.id,
      field,
      value,
      before: valueAt(doc, field),
    });
    const life = device.lives;
    await run();
    entry.done = device.lives === life;
  }

  /** An edit through the engine, for changes without a command of the page. */
  set<N extends KindName>(
    device: FuzzDevice,
    collection: N,
    doc: Doc<N> | undefined,
    field: string & keyof Doc<N>,
    value: unknown,
  ): Act | null {
    if (!doc) return null;
    return {
      says: `sets ${field} of ${collection}/${doc.id} to ${String(value)}, was ${String(doc[field])}`,
      run: () =>
        this.edited(device, collection, doc, field, value, () =>
          device.workspace!.documents.change(collection, doc.id, () => ({ [field]: value })),
        ),
    };
  }

  /** Creates a document the same way. */
  make<N extends KindName>(
    device: FuzzDevice,
    collection: N,
    field: string & keyof Doc<N>,
    fields: Record<string, unknown> & { id: string },
  ): Act {
    return {
      says: `makes ${collection}/${fields.id}`,
      run: () =>
        this.edited(device, collection, { id: fields.id }, field, fields[field], () =>
          device.workspace!.documents.create(collection, fields),
        ),
    };
  }

  /** A deletion, with the person's view of the document and of everything deleted with it. */
  remove(
    device: FuzzDevice,
    collection: KindName,
    doc: { id: string; space: string } | undefined,
    run: () => Promise<unknown>,
  ): Act | null {
    if (!doc) return null;
    return {
      says: `deletes ${collection}/${doc.id}`,
      run: async () => {
        const life = device.lives;
        const removal = this.oracle.remove({
          device: device.name,
          collection,
          id: doc.id,
          ...(await this.seen(device, collection, doc)),
        });
        try {
          await run();
          removal.done = device.lives === life;
        } catch (error) {
          if (error instanceof CallError) this.oracle.removals.splice(this.oracle.removals.indexOf(removal), 1);
          throw error;
        }
      },
    };
  }

  async seen(
    device: FuzzDevice,
    collection: KindName,
    { id, space }: { id: string; space: string },
  ): Promise<Pick<Removal, 'seen' | 'texts'>> {
    const seen: Removal['seen'] = new Map();
    const texts: Removal['texts'] = new Map();
    const parts = collection === 'notes' ? [id] : collection === 'meetings' ? [id, `mn_${id}`] : [];
    for (const name of device.names) {
      for (const doc of await device.find(name)) {
        const goes =
          name === collection
            ? doc.id === id
            : collection === 'projects'
              ? doc.space === space
              : parts.includes(doc.id) && ['noteContents', 'transcripts', 'summaries'].includes(name);
        if (!goes) continue;
        seen.set(`${name}/${doc.id}`, doc as unknown as Record<string, unknown>);
        if (name === 'noteContents') texts.set(doc.id, await device.api.textOf(doc.id, 'text'));
      }
    }
    return { seen, texts };
  }
}
