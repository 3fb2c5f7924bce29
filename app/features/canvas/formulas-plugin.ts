/**
 * Draws the formulas of a text by KaTeX, as ProseMirror decorations: the document, its Markdown and its merges keep the
 * TeX source. While a person edits, the formulas of the block with the selection are shown as text.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { drawFormula } from '~/features/chat/draw-formula';
import { formulasIn, type Formula } from '~/features/chat/formulas';
import { NOTE_MARKS, NOTE_NODES } from '../../../sync/model/note-document';

type Draw = typeof drawFormula;

/** Stands for code and mentions, so that no formula extends across them. */
const NO_TEXT = '\uFFFC';

/** The text of a block, one UTF-16 unit for each position. */
function unitsOf(block: Node): string {
  let text = '';
  block.forEach((node) => {
    if (!node.isText) text += node.type.name === NOTE_NODES.hardBreak ? '\n' : NO_TEXT.repeat(node.nodeSize);
    else if (node.marks.some(({ type }) => type.name === NOTE_MARKS.code)) text += NO_TEXT.repeat(node.nodeSize);
    else text += node.text ?? '';
  });
  return text;
}

interface Found {
  /** positions of the block */
  from: number;
  to: number;
  decorations: Decoration[];
}

const load = (): Promise<Draw> => import('~/features/chat/draw-formula').then((module) => module.drawFormula);

/** @param loading replaces the lazy module in tests */
export function formulasPlugin(loading: () => Promise<Draw> = load): Plugin<Found[]> {
  const known = new WeakMap<Node, ReturnType<typeof formulasIn>>();
  /** the drawing by the formula; null if it cannot be drawn and stays text */
  const drawn = new Map<string, HTMLElement | null>();
  let draw: Draw | null = null;
  let isRequested = false;
  let open: EditorView | null = null;
  let last: { found: Found[]; active: string; set: DecorationSet } | null = null;

  const formulasOf = (block: Node): ReturnType<typeof formulasIn> => {
    let formulas = known.get(block);
    if (!formulas) {
      formulas = formulasIn(unitsOf(block));
      known.set(block, formulas);
    }
    return formulas;
  };
  const eachBlock = (doc: Node, see: (block: Node, pos: number) => void): void =>
    doc.descendants((node, pos) => {
      if (node.isTextblock && node.type.name !== NOTE_NODES.code) see(node, pos);
      return !node.isTextblock;
    });
  const drawingOf = ({ tex, isBlock }: Formula): HTMLElement | null => {
    const key = `${isBlock}/${tex}`;
    let drawing = drawn.get(key);
    if (drawing === undefined) {
      const host = document.createElement('span');
      host.className = 'answer-formula';
      host.contentEditable = 'false';
      if (isBlock) host.dataset['block'] = 'true';
      drawing = draw!(host, tex, isBlock) ? host : null;
      drawn.set(key, drawing);
    }
    return drawing;
  };
  const decorationsOf = (formula: Formula & { at: number }, start: number): Decoration[] => {
    const drawing = drawingOf(formula);
    if (!drawing) return [];
    const from = start + formula.at;
    const widget = (view: EditorView, getPos: () => number | undefined): HTMLElement => {
      const shown = drawing.cloneNode(true) as HTMLElement;
      shown.addEventListener('mousedown', (event) => {
        const pos = getPos();
        if (!view.editable || pos === undefined) return;
        // selects the source, which is shown then
        event.preventDefault();
        view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, pos + 1)));
        view.focus();
      });
      return shown;
    };
    return [
      Decoration.widget(from, widget, { key: `${formula.isBlock}/${formula.tex}`, ignoreSelection: true }),
      Decoration.inline(from, from + formula.source.length, { class: 'canvas-formula-source' }),
    ];
  };
  const find = (doc: Node): Found[] => {
    const found: Found[] = [];
    if (draw)
      eachBlock(doc, (block, pos) => {
        const decorations = formulasOf(block).flatMap((formula) => decorationsOf(formula, pos + 1));
        if (decorations.length > 0) found.push({ from: pos, to: pos + block.nodeSize, decorations });
      });
    return found;
  };
  const isEdited = ({ from, to }: Found, { selection }: EditorState): boolean =>
    open !== null && open.editable && open.hasFocus() && selection.from <= to && selection.to >= from;

  const plugin: Plugin<Found[]> = new Plugin<Found[]>({
    state: {
      init: (_, { doc }) => find(doc),
      apply: (tr, old) => (tr.docChanged || tr.getMeta(plugin) === 'loaded' ? find(tr.doc) : old),
    },
    props: {
      decorations(state) {
        const found = plugin.getState(state) ?? [];
        const active = found.flatMap((each, at) => (isEdited(each, state) ? [at] : [])).join();
        if (last?.found !== found || last.active !== active) {
          const shown = found.filter((each) => !isEdited(each, state));
          const decorations = shown.flatMap((each) => each.decorations);
          last = { found, active, set: DecorationSet.create(state.doc, decorations) };
        }
        return last.set;
      },
    },
    view: (view) => {
      open = view;
      const redraw = (why: 'loaded' | 'focus'): void => {
        if (open === view && !view.composing) view.dispatch(view.state.tr.setMeta(plugin, why));
      };
      // after the browser has placed the cursor, so that the text under the pointer does not move before
      const focusChanged = (): void => void setTimeout(() => redraw('focus'));
      const request = (doc: Node): void => {
        if (isRequested) return;
        let hasFormula = false;
        eachBlock(doc, (block) => {
          hasFormula ||= formulasOf(block).length > 0;
        });
        if (!hasFormula) return;
        isRequested = true;
        loading().then(
          (ready) => {
            draw = ready;
            redraw('loaded');
          },
          // offline, and the module was never loaded: formulas stay text until the next change
          () => {
            isRequested = false;
          },
        );
      };
      view.dom.addEventListener('focus', focusChanged);
      view.dom.addEventListener('blur', focusChanged);
      request(view.state.doc);
      return {
        update: (now, before) => {
          if (now.state.doc !== before.doc) request(now.state.doc);
        },
        destroy: () => {
          open = null;
          view.dom.removeEventListener('focus', focusChanged);
          view.dom.removeEventListener('blur', focusChanged);
        },
      };
    },
  });
  return plugin;
}
