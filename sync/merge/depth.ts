/**
 * How deep a Yjs document is nested: elements in elements, and values in attributes. What reads a note, ours or a library's, walks it; a note
 * has three levels (block, text or break), and 20,000 of them overflow a stack. Nothing here recurses.
 */
import * as Y from 'yjs';

/** Levels of elements below the root, and of lists and objects in one value, that a document may have. */
export const NESTING_MAX = 32;

export type Decoded = ReturnType<typeof Y.decodeUpdate>;
type Struct = Decoded['structs'][number];

/** Whether a value has more levels of lists and objects than it may. */
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

/** The structs of an update by author and clock. */
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
 * Where an item hangs: the element it lies in (`child`: it is one level deeper), or a neighbour with the same parent. null: in a root, or the
 * update does not say.
 */
function above(item: Y.Item): { id: Y.ID; child: boolean } | null {
  const parent: unknown = item.parent;
  if (parent instanceof Y.ID) return { id: parent, child: true };
  if (parent !== null) return null;
  const neighbour = item.origin ?? item.rightOrigin;
  return neighbour ? { id: neighbour, child: false } : null;
}

/**
 * Whether an update (Yjs v1), which may be decoded already, nests deeper than a document may.
 * @param depthOf the level, from 0, in which an item lies that the update builds on and does not hold; undefined for an unknown one
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
    // up to what is known, then down again: levels are remembered, so that each item is walked once
    const path: { item: Y.Item; step: number }[] = [];
    let level = 0;
    for (let item: Struct | undefined = start; item instanceof Y.Item;) {
      const known = levels.get(item);
      if (known !== undefined) {
        level = known;
        break;
      }
      const hangsOn = above(item);
      path.push({ item, step: hangsOn?.child ? 1 : 0 });
      // no more than there are: an update may be made up, with a circle in it
      if (path.length > structs.length) return true;
      if (!hangsOn) break;
      item = find(hangsOn.id);
      if (!item) level = depthOf(hangsOn.id) ?? 0;
    }
    for (const { item, step } of path.reverse()) {
      level += step;
      levels.set(item, level);
      if (level > NESTING_MAX) return true;
    }
  }
  return false;
}

/** The level in which an item of a document lies, counted no further than it matters. */
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
