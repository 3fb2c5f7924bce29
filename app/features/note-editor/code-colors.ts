/**
 * Colours of code blocks, as decorations beside the text: the document, its Markdown and its merges do not contain
 * them. Parts are computed once for each version of a block, so that typing elsewhere costs no parsing.
 */
import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { NOTE_NODES, readLanguage } from '../../../sync/model/note-document';
import type { CodePart } from '~/ui/data/highlight-code';

/** A longer block stays in one colour: it would be parsed at each keystroke. */
const LENGTH_MAX = 20_000;

type Highlighter = (code: string, language: string) => CodePart[];

const load = (): Promise<Highlighter> => import('~/ui/data/highlight-code').then(({ codeParts }) => codeParts);

/** @param loading replaces the lazy module in tests */
export function codeColorsPlugin(loading: () => Promise<Highlighter> = load): Plugin<DecorationSet> {
  const known = new WeakMap<Node, CodePart[]>();
  let highlighter: Highlighter | null = null;
  let isRequested = false;
  const languageOf = (node: Node): string =>
    node.type.name === NOTE_NODES.code && node.content.size <= LENGTH_MAX ? readLanguage(node.attrs['language']) : '';
  const partsOf = (node: Node, language: string): CodePart[] => {
    let parts = known.get(node);
    if (!parts) {
      parts = highlighter!(node.textContent, language);
      known.set(node, parts);
    }
    return parts;
  };
  const color = (doc: Node): DecorationSet => {
    if (!highlighter) return DecorationSet.empty;
    const out: Decoration[] = [];
    doc.forEach((node, pos) => {
      const language = languageOf(node);
      if (!language) return;
      for (const { from, to, type } of partsOf(node, language))
        out.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: `code-${type}` }));
    });
    return DecorationSet.create(doc, out);
  };
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: (_, state) => color(state.doc),
      apply: (tr, old) => (tr.docChanged || tr.getMeta(plugin) ? color(tr.doc) : old),
    },
    props: { decorations: (state) => plugin.getState(state) },
    view: (view) => {
      let isOpen = true;
      const request = (doc: Node): void => {
        if (isRequested || !doc.children.some((node) => languageOf(node) !== '')) return;
        isRequested = true;
        loading().then(
          (ready) => {
            highlighter = ready;
            if (isOpen && !view.composing) view.dispatch(view.state.tr.setMeta(plugin, true));
          },
          // offline before the module was ever loaded: code stays in one colour until the next change
          () => {
            isRequested = false;
          },
        );
      };
      request(view.state.doc);
      return {
        update: (now, before) => {
          if (now.state.doc !== before.doc) request(now.state.doc);
        },
        destroy: () => {
          isOpen = false;
        },
      };
    },
  });
  return plugin;
}
