/** What a note's text mentions. */
import { refOf, type Mention } from '../model/mentions';
import { NOTE_NODES } from '../model/note-document';
import { blocksOfState, type Inline, type NoteBlock } from './note-blocks';

const inlineOf = (block: NoteBlock): Inline[] =>
  block.type === 'block' ? block.inline : block.type === 'table' ? block.rows.flat(2) : [];

/** Each target once, in the order of the text. */
export function mentionsOfBlocks(blocks: readonly NoteBlock[]): Mention[] {
  const byRef = new Map<string, Mention>();
  for (const run of blocks.flatMap(inlineOf)) {
    if (run.type !== 'mention' || byRef.has(refOf(run))) continue;
    byRef.set(refOf(run), { kind: run.kind, id: run.id, label: run.label });
  }
  return [...byRef.values()];
}

/**
 * Mentions of a stored state in base64. A state contains the names of its elements in plain, so that most states are
 * not decoded. Throws what Yjs throws for bytes that are no update.
 */
export function mentionsOfStored(state: string): Mention[] {
  if (state === '') return [];
  const binary = atob(state);
  if (!binary.includes(NOTE_NODES.mention)) return [];
  return mentionsOfBlocks(blocksOfState(Uint8Array.from(binary, (byte) => byte.charCodeAt(0))));
}
