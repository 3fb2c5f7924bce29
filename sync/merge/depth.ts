/**
 * Nesting depth of a Yjs document: elements in elements, and values in attributes. Every reader of a note, ours or a
 * library's, walks it recursively. A note has three levels (block, text or break); 20,000 levels overflow the stack.
 * The functions here are iterative.
 */
import * as Y from 'yjs';

/** Most levels of elements below the root, and of lists and objects in one value. */
export const NESTING_MAX = 32;

export type Decoded = ReturnType<typeof Y.decodeUpdate>;
type Struct = Decoded['structs'][number];

/** Whether a value nests lists and objects deeper than NESTING_MAX. */
function isDeepValue(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > NESTING_MAX) return true;
    level = level.flatMap((inner) =>
      inner !== null && typeof inner === 'object' && !(inner instanceof Uint8Array) ? Object.values(inner) : [],
    );
  }
  return false;
}

function valuesOf(content: Y.AbstractStruct | object): unknown[] {
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr;
  if (content instanceof Y.ContentEmbed) return [content.embed];
  return content instanceof Y.ContentFormat ? [content.value] : [];
}

/** Index of an update's structs by client and clock. */
function finder(structs: readonly Struct[]): (id: Y.ID) => Struct | undefined {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    const list = byClient.get(struct.id.client);
    if (list) list.push(struct);
    else byClient.set(struct.id.client, [struct]);
  }
  return ({ client, clock }) => {
    const list = byClient.get(client) ?? [];
    for (let low = 0, high = list.length - 1; low <= high;) {
      const middle = (low + high) >> 1;
      const struct = list[middle]!;
      if (struct.id.clock > clock) high = middle - 1;
      else if (struct.id.clock + struct.length <= clock) low = middle + 1;
      else return struct;
    }
    return undefined;
  };
}

/**
 * The next item on the path to the root: the containing element (`child`: the item is one level deeper), or a neighbour
 * with the same parent. null: the item is in a root, or the update does not say.
 */
function nextTowardsRoot(item: Y.Item): { id: Y.ID; child: boolean } | null {
  const parent: unknown = item.parent;
  if (parent instanceof Y.ID) return { id: parent, child: true };
  if (parent !== null) return null;
  const neighbour = item.origin ?? item.rightOrigin;
  return neighbour ? { id: neighbour, child: false } : null;
}

/**
 * Whether an update (Yjs v1, possibly decoded already) nests deeper than a document may.
 * @param depthOf the level, from 0, of an item that the update depends on and does not contain; undefined for an
 * unknown one
 * Throws what Yjs throws for bytes that are no update.
 */
export function nestsTooDeeply(
  update: Uint8Array | Decoded,
  depthOf: (id: Y.ID) => number | undefined = () => undefined,
): boolean {
  const { structs } = update instanceof Uint8Array ? Y.decodeUpdate(update) : update;
  const find = finder(structs);
  const levels = new Map<Struct, number>();
  for (const start of structs) {
    if (!(start instanceof Y.Item)) continue;
    if (valuesOf(start.content).some(isDeepValue)) return true;
    // Walks up to a known level, then down again. Levels are cached, so that each item is visited once.
    const path: { item: Y.Item; step: number }[] = [];
    let level = 0;
    for (let item: Struct | undefined = start; item instanceof Y.Item;) {
      const known = levels.get(item);
      if (known !== undefined) {
        level = known;
        break;
      }
      const next = nextTowardsRoot(item);
      path.push({ item, step: next?.child ? 1 : 0 });
      // A longer path has a cycle: the update is forged.
      if (path.length > structs.length) return true;
      if (!next) break;
      item = find(next.id);
      if (!item) level = depthOf(next.id) ?? 0;
    }
    for (const { item, step } of path.reverse()) {
      level += step;
      levels.set(item, level);
      if (level > NESTING_MAX) return true;
    }
  }
  return false;
}

/** The level of an item in a document, counted up to NESTING_MAX. */
export function levelIn(doc: Y.Doc): (id: Y.ID) => number | undefined {
  return (id) => {
    if (Y.getState(doc.store, id.client) <= id.clock) return undefined;
    const struct = doc.store.clients.get(id.client)?.[Y.findIndexSS(doc.store.clients.get(id.client)!, id.clock)];
    let level = 0;
    for (let item = struct instanceof Y.Item ? struct : null; item && level <= NESTING_MAX; level += 1) {
      const parent: unknown = item.parent;
      const next: Y.Item | null = parent instanceof Y.AbstractType ? parent._item : null;
      if (!next) break;
      item = next;
    }
    return level;
  };
}
