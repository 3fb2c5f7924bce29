/**
 * Images of a note: pasted, dropped and chosen files, their place while they are prepared, and their view.
 *
 *   file ──► prepared (prepare-image.ts) ──► stored on this device (`image.add`) ──► node
 *     └ the place is marked meanwhile and moves with the text; a refused file is reported, and the text stays as it is
 */
import type { Fragment, Node, Slice } from 'prosemirror-model';
import { keydownHandler } from 'prosemirror-keymap';
import { NodeSelection, Plugin, PluginKey, Selection, type Command, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { NOTE_NODES, readAlt, readImageId } from '../../../sync/model/note-document';
import { imageOf, type ImageHost, type PastedImage } from './image-host';
import { ImageView } from './image-view';
import type { PictureError } from './prepare-image';

interface State {
  host: ImageHost;
  /** the places of files that are being prepared */
  places: DecorationSet;
}
type Change = { add: { id: object; pos: number } } | { remove: object };
const key = new PluginKey<State>('images');

const imageType = (state: EditorState) => state.schema.nodes[NOTE_NODES.image]!;

/** Opens the file chooser, for the toolbar and the slash menu. */
export const chooseImage: Command = (state, dispatch) => {
  const plugin = key.getState(state);
  if (!plugin) return false;
  if (dispatch) plugin.host.choose();
  return true;
};

/** Opens the description of the selected image. */
const describeSelected: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type !== imageType(state)) return false;
  if (dispatch) key.getState(state)?.host.describe(selection.from);
  return true;
};

export const setAlt =
  (pos: number, alt: string): Command =>
  (state, dispatch) => {
    if (state.doc.nodeAt(pos)?.type !== imageType(state)) return false;
    dispatch?.(state.tr.setNodeAttribute(pos, 'alt', readAlt(alt)));
    return true;
  };

export const removeImage =
  (pos: number): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    if (node?.type !== imageType(state)) return false;
    dispatch?.(state.tr.delete(pos, pos + node.nodeSize).scrollIntoView());
    return true;
  };

/** Where a block goes that is inserted at a position: after the block there. */
const placeAt = (doc: Node, pos: number): number => {
  const $pos = doc.resolve(Math.min(pos, doc.content.size));
  return $pos.depth === 0 ? $pos.pos : $pos.after(1);
};

/** Adds files at a position, one after another; by default at the selection. */
export async function addFiles(view: EditorView, files: readonly Blob[], at?: number): Promise<void> {
  const host = key.getState(view.state)?.host;
  if (!host || !view.editable) return;
  const id = {};
  const pos = placeAt(view.state.doc, at ?? view.state.selection.to);
  view.dispatch(view.state.tr.setMeta(key, { add: { id, pos } } satisfies Change));
  try {
    for (const file of files) {
      try {
        const { id: imageId, width, height } = await host.add(file);
        if (view.isDestroyed) return;
        insertAt(view, id, { imageId, alt: '', width, height });
      } catch (error) {
        host.refused(error);
      }
    }
  } finally {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change));
  }
}

const isEmptyParagraph = (node: Node | null | undefined): boolean =>
  node?.type.name === NOTE_NODES.block && node.content.size === 0 && node.attrs['kind'] === 'paragraph';

function insertAt(view: EditorView, id: object, attrs: Record<string, unknown>): void {
  const { state } = view;
  const [place] = key.getState(state)!.places.find(undefined, undefined, (spec) => spec['id'] === id);
  const pos = place ? placeAt(state.doc, place.from) : state.doc.content.size;
  const before = state.doc.resolve(pos).nodeBefore;
  const from = isEmptyParagraph(before) ? pos - before!.nodeSize : pos;
  const node = imageType(state).create(attrs);
  const tr = state.tr;
  const isLast = pos === state.doc.content.size;
  // there is a place to go on writing
  tr.replaceWith(from, pos, isLast ? [node, state.schema.nodes[NOTE_NODES.block]!.create()] : node);
  const wasHere = state.selection.from >= from && state.selection.to <= pos;
  if (wasHere) tr.setSelection(Selection.near(tr.doc.resolve(from + node.nodeSize), 1));
  view.dispatch(tr.scrollIntoView());
}

/** Images of other texts that were pasted get copies that belong to this text, whose readers may not see the others. */
async function copyPasted(view: EditorView, images: PastedImage[]): Promise<void> {
  const copies = await key.getState(view.state)?.host.copy(images);
  if (!copies || view.isDestroyed) return;
  const tr = view.state.tr;
  view.state.doc.forEach((node, pos) => {
    const copy = node.type === imageType(view.state) ? copies[imageOf(node).imageId] : undefined;
    if (copy) tr.setNodeAttribute(pos, 'imageId', copy);
  });
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}

/** Copies the images of other texts in what is pasted or dropped, once it is in the text. */
function copyOthers(view: EditorView, slice: Slice, data: DataTransfer | null): void {
  const host = key.getState(view.state)?.host;
  const from = textsOf(data?.getData('text/html') ?? '');
  // an id that this text has already is of its own image, whatever another text calls so
  const own = new Set(imagesIn(view.state.doc.content));
  const images = imagesIn(slice.content)
    .filter((id) => !own.has(id))
    .map((id) => ({ id, from: from.get(id) ?? '' }))
    .filter((image) => image.from !== host?.contentId);
  if (images.length > 0) setTimeout(() => void copyPasted(view, images).catch((error) => host?.refused(error)));
}

function imagesIn(content: Fragment): string[] {
  const ids = new Set<string>();
  content.descendants((node) => {
    if (node.type.name === NOTE_NODES.image && readImageId(node.attrs['imageId'])) ids.add(imageOf(node).imageId);
  });
  return [...ids];
}

/** The texts of the images in copied HTML, by their ids (note-html.ts). */
function textsOf(html: string): Map<string, string> {
  if (!html.includes('data-image-of')) return new Map();
  const images = new DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLElement>('img[data-image-of]');
  return new Map(
    [...images].map(({ dataset }) => [readImageId(dataset['imageId']), readImageId(dataset['imageOf'])] as const),
  );
}

/** Pasted files. None where the clipboard has text too: programs add a picture of the copied text. */
function filesOf(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return [];
  const html = data?.getData('text/html') ?? '';
  const text = html ? new DOMParser().parseFromString(html, 'text/html').body.textContent : data?.getData('text/plain');
  return (text ?? '').trim() === '' ? files : [];
}

export function imagesPlugin(host: ImageHost): Plugin<State> {
  const onKey = keydownHandler({ 'Mod-Enter': describeSelected });
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ host, places: DecorationSet.empty }),
      apply: (tr, before) => {
        const change = tr.getMeta(key) as Change | undefined;
        if (!change && (!tr.docChanged || before.places === DecorationSet.empty)) return before;
        let places = before.places.map(tr.mapping, tr.doc);
        if (change && 'add' in change) {
          const { id, pos } = change.add;
          places = places.add(tr.doc, [
            Decoration.widget(pos, () => markOf(host.words('adding')), { id, side: 1, ignoreSelection: true }),
          ]);
        } else if (change) {
          places = places.remove(places.find(undefined, undefined, (spec) => spec['id'] === change.remove));
        }
        return { host, places };
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.places,
      nodeViews: { [NOTE_NODES.image]: (node, view, getPos) => new ImageView(node, view, getPos, host) },
      handleKeyDown: onKey,
      handlePaste: (view, event, slice) => {
        const files = filesOf(event.clipboardData);
        if (files.length > 0 && view.editable) {
          void addFiles(view, files);
          return true;
        }
        copyOthers(view, slice, event.clipboardData);
        return false;
      },
      handleDrop: (view, event, slice) => {
        // a block of this text that is moved
        if (view.dragging) return false;
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) {
          copyOthers(view, slice, event.dataTransfer);
          return false;
        }
        // otherwise the browser opens the file in place of this app
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        void addFiles(view, files, at);
        return true;
      },
    },
  });
}

function markOf(text: string): HTMLElement {
  const mark = document.createElement('div');
  mark.className = 'note-image-adding';
  mark.setAttribute('role', 'status');
  mark.textContent = text;
  return mark;
}

/** The error of a file that is no picture for a note; null for other errors. By shape: its class is loaded with the first file. */
export const pictureErrorOf = (error: unknown): PictureError | null =>
  error instanceof Error && 'fault' in error ? (error as PictureError) : null;
