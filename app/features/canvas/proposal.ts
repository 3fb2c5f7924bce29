/**
 * A proposed wording of a text, divided into parts. Each part is applied as an edit of the present text, in which it is
 * located by the blocks around it, so that text typed meanwhile stays.
 */
import { diffArrays } from 'diff';
import type * as Y from 'yjs';
import { compareTexts, type ComparedBlock } from '~/features/note-versions/compare';
import { blocksOfDoc, isFlow, spliceBlocks, writtenIndents, type NoteBlock } from '../../../sync/merge/note-blocks';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import { readIndent } from '../../../sync/model/note-document';

/** Consecutive blocks that change together. */
export interface ProposedPart {
  compared: ComparedBlock[];
  /** index of its first block in the text that was revised */
  at: number;
  before: NoteBlock[];
  after: NoteBlock[];
}

/** Images of the text keep their sizes, which Markdown does not contain; other images are removed. */
function withKnownImages(before: readonly NoteBlock[], after: readonly NoteBlock[]): NoteBlock[] {
  return after.flatMap((block) => {
    if (block.type !== 'image') return [block];
    const same = before.find((each) => each.type === 'image' && each.imageId === block.imageId);
    return same ? [same] : [];
  });
}

/** Blocks of a text by index, `to` exclusive. */
export interface BlockRange {
  from: number;
  to: number;
}

/**
 * Blocks as a model is asked about them. A part of a nested list is a list of its own there: Markdown has no item that is
 * indented below nothing.
 */
function asSent(text: readonly NoteBlock[], { from, to }: BlockRange): NoteBlock[] {
  const outer = Math.min(...writtenIndents([...text]).slice(from, to));
  const part = text.slice(from, to).map((block) => indentBy(block, -outer));
  const indents = writtenIndents(part);
  return part.map((block, i) => (isFlow(block) ? { ...block, indent: indents[i]! } : block));
}

const indentOf = (block: NoteBlock | undefined): number => (block && isFlow(block) ? block.indent : 0);
const indentBy = (block: NoteBlock, by: number): NoteBlock =>
  isFlow(block) && !(block.type === 'block' && block.kind === 'heading')
    ? { ...block, indent: readIndent(block.indent + by) }
    : block;

/** The blocks to revise, as Markdown. */
export const textToRevise = (text: readonly NoteBlock[], range: BlockRange): string =>
  writeMarkdown(asSent(text, range));

/**
 * The parts of a proposal.
 * @param text the whole text, of which `range` was revised
 */
export function partsOf(text: readonly NoteBlock[], range: BlockRange, proposed: readonly NoteBlock[]): ProposedPart[] {
  const sent = asSent(text, range);
  const parts: ProposedPart[] = [];
  let at = range.from;
  let open: ProposedPart | null = null;
  /** what the indent of the latest block of the text lost when it was sent */
  let lost = indentOf(text[at]) - indentOf(sent[0]);
  const next = (): NoteBlock => {
    const block = text[at]!;
    lost = indentOf(block) - indentOf(sent[at - range.from]);
    at += 1;
    return block;
  };
  for (const compared of compareTexts(sent, withKnownImages(sent, proposed))) {
    if (compared.difference === 'same') {
      open = null;
      next();
      continue;
    }
    if (!open) parts.push((open = { compared: [], at, before: [], after: [] }));
    open.compared.push(compared);
    if (compared.difference !== 'added') open.before.push(next());
    if (compared.difference !== 'removed') open.after.push(indentBy(compared.block, lost));
  }
  return parts;
}

const keyOf = (block: NoteBlock): string => JSON.stringify(block);

/** Index of a part's first block in the present text; null if the blocks of the part were changed meanwhile. */
export function placeOf(
  text: readonly NoteBlock[],
  part: Pick<ProposedPart, 'at' | 'before'>,
  now: readonly NoteBlock[],
): number | null {
  /** present index of each unchanged block, by its earlier index */
  const standing = new Map<number, number>();
  let [a, b] = [0, 0];
  for (const { added, removed, count } of diffArrays(text.map(keyOf), now.map(keyOf))) {
    if (removed) a += count;
    else if (added) b += count;
    else for (let i = 0; i < count; i += 1) standing.set(a++, b++);
  }
  const first = standing.get(part.at);
  if (part.before.length > 0) {
    if (first === undefined) return null;
    return part.before.every((_, i) => standing.get(part.at + i) === first + i) ? first : null;
  }
  if (first !== undefined) return first;
  const previous = standing.get(part.at - 1);
  if (previous !== undefined) return previous + 1;
  return part.at === 0 ? 0 : null;
}

/** Origin of the edit, for an editor's own undo. */
export const REVISION = Symbol('revision');

/** Applies a part to the text. Returns false, without an edit, if the blocks of the part were changed meanwhile. */
export function takePart(doc: Y.Doc, text: readonly NoteBlock[], part: ProposedPart): boolean {
  const place = placeOf(text, part, blocksOfDoc(doc));
  if (place === null) return false;
  doc.transact(() => spliceBlocks(doc, place, part.before.length, part.after), REVISION);
  return true;
}
