/** Mentions in a note's text. */
import * as Y from 'yjs';
import { readMention, refOf, type Mention } from '../model/mentions';
import { NOTE_FRAGMENT, NOTE_NODES } from '../model/note-document';
import { docOfState, type Inline, type NoteBlock, type NoteNode } from './note-blocks';
import { bytesOf } from './yjs';

const inlineOf = (block: NoteBlock): Inline[] =>
  block.type === 'block' ? block.inline : block.type === 'table' ? block.rows.flat(2) : [];

function eachTargetOnce(mentions: Iterable<Mention>): Mention[] {
  const byRef = new Map<string, Mention>();
  for (const mention of mentions) if (!byRef.has(refOf(mention))) byRef.set(refOf(mention), mention);
  return [...byRef.values()];
}

/** Each target once, in the order of the text. */
export const mentionsOfBlocks = (blocks: readonly NoteBlock[]): Mention[] =>
  eachTargetOnce(
    blocks
      .flatMap(inlineOf)
      .flatMap((run) => (run.type === 'mention' ? { kind: run.kind, id: run.id, label: run.label } : [])),
  );

/** Elements whose content is not read as text with mentions. */
const WITHOUT_MENTIONS: readonly string[] = [NOTE_NODES.code, NOTE_NODES.image, NOTE_NODES.divider];

/** Reads elements only, neither texts nor the columns of tables: its time grows with the number of elements. */
function* mentionsOfDoc(doc: Y.Doc): Iterable<Mention> {
  const isElement = (node: NoteNode): node is Y.XmlElement => node instanceof Y.XmlElement;
  for (const block of doc.getXmlFragment(NOTE_FRAGMENT).toArray().filter(isElement)) {
    if (WITHOUT_MENTIONS.includes(block.nodeName)) continue;
    /** stack of elements still to read, the next one last */
    const open = block.toArray().filter(isElement).reverse();
    for (let element = open.pop(); element; element = open.pop()) {
      const mention = element.nodeName === NOTE_NODES.mention ? readMention(element.getAttributes()) : null;
      if (mention) yield mention;
      if (element.nodeName !== NOTE_NODES.mention) open.push(...element.toArray().filter(isElement).reverse());
    }
  }
}

/**
 * Mentions of a stored state in base64. A state contains the names of its elements in plain, so that most states are
 * not decoded. Throws what Yjs throws for bytes that are no update.
 */
export function mentionsOfStored(state: string): Mention[] {
  const bytes = bytesOf(state);
  return hasMentionName(bytes) ? eachTargetOnce(mentionsOfDoc(docOfState(bytes))) : [];
}

const NAME = new TextEncoder().encode(NOTE_NODES.mention);
function hasMentionName(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(NAME[0]!); at >= 0; at = bytes.indexOf(NAME[0]!, at + 1))
    if (NAME.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
}

const keyOf = ({ client, clock }: Y.ID): string => `${client}/${clock}`;

/**
 * Whether `after` (a state that contains `before`, both base64) may mention something that `before` does not: it has a
 * new element `mention`, or a new value of an attribute of an earlier element. Does not integrate the states: typing in
 * a long text costs a scan. Throws what Yjs throws for bytes that are no update.
 */
export function mayAddMentions(before: string, after: string): boolean {
  const [old, bytes] = [bytesOf(before), bytesOf(after)];
  if (!hasMentionName(bytes)) return false;
  if (old.length === 0) return true;
  const { structs } = Y.decodeUpdate(Y.diffUpdate(bytes, Y.encodeStateVectorFromUpdate(old)));
  const added = structs.filter((struct): struct is Y.Item => struct instanceof Y.Item);
  const elements = new Set<string>();
  for (const { id, content } of added) {
    if (!(content instanceof Y.ContentType)) continue;
    if (content.type instanceof Y.XmlElement && content.type.nodeName === NOTE_NODES.mention) return true;
    elements.add(keyOf(id));
  }
  return added.some(
    ({ content, parent }) =>
      (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) &&
      !((parent as unknown) instanceof Y.ID && elements.has(keyOf(parent as unknown as Y.ID))),
  );
}

/** Ids of people whom `after` mentions and `before` does not, in the order of the text; both are base64. */
export function peopleAdded(before: string, after: string): string[] {
  if (!mayAddMentions(before, after)) return [];
  const peopleIn = (state: string): string[] =>
    mentionsOfStored(state).flatMap(({ kind, id }) => (kind === 'person' ? [id] : []));
  const mentioned = peopleIn(after);
  if (mentioned.length === 0) return [];
  const known = new Set(peopleIn(before));
  return mentioned.filter((id) => !known.has(id));
}
