/**
 * The ProseMirror view of a note bound to its Y.Doc, and a small store: active formats at the cursor for the toolbar,
 * and the text's length.
 */
import type { MarkType } from 'prosemirror-model';
import { search } from 'prosemirror-search';
import { EditorState, NodeSelection, Plugin, type Command, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { redoCommand, undoCommand, ySyncPlugin, yUndoPlugin, yUndoPluginKey } from 'y-prosemirror';
import type * as Y from 'yjs';
import { langOf } from '~/i18n/text-language';
import {
  NOTE_FRAGMENT,
  NOTE_MARKS,
  NOTE_NODES,
  readIndent,
  readKind,
  type BlockKind,
  type NoteMark,
} from '../../../sync/model/note-document';
import { clipboardPlugin } from './clipboard';
import { codeColorsPlugin } from './code-colors';
import type { ImageHost } from './image-host';
import { imagesPlugin } from './images';
import { linkAt, shiftIndent } from './commands';
import { countBlocks, type Counts } from './counting';
import { numbersPlugin, placeholderPlugin, pressPlugin } from './decorations';
import { noteInputRules } from './input-rules';
import { keyPlugin } from './keys';
import { mentionPlugin, peopleMentioned } from './mentions';
import { pendingSelectionPlugin } from './pending-selection';
import { createNoteSchema } from './schema';
import type { MentionWords } from './shown-names';
import { suggestionOf, suggestionPlugin, type Suggestion } from './suggestion';
import { tablePlugin } from './tables';

export interface ToolbarState {
  marks: Record<NoteMark, boolean>;
  kind: BlockKind | 'code' | 'divider' | 'table' | 'image';
  level: number;
  quote: boolean;
  canIndent: boolean;
  canOutdent: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

const NOTHING: ToolbarState = {
  marks: { link: false, bold: false, italic: false, strike: false, code: false },
  kind: 'paragraph',
  level: 0,
  quote: false,
  canIndent: false,
  canOutdent: false,
  canUndo: false,
  canRedo: false,
};

function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty ? Boolean(type.isInSet(state.storedMarks ?? $from.marks())) : state.doc.rangeHasMark(from, to, type);
}

/** The toolbar's state for an editor state. */
export function toolbarState(state: EditorState): ToolbarState {
  const { $from } = state.selection;
  const node = $from.depth > 0 ? $from.node(1) : state.doc.maybeChild($from.index(0));
  const marks = Object.fromEntries(
    Object.values(NOTE_MARKS).map((name) => [name, hasMark(state, state.schema.marks[name]!)]),
  ) as Record<NoteMark, boolean>;
  const kind =
    node?.type.name === NOTE_NODES.block
      ? readKind(node.attrs['kind'])
      : node?.type.name === NOTE_NODES.code
        ? 'code'
        : node?.type.name === NOTE_NODES.table
          ? 'table'
          : node?.type.name === NOTE_NODES.image
            ? 'image'
            : node
              ? 'divider'
              : 'paragraph';
  return {
    marks: { ...marks, link: linkAt(state) !== null },
    kind,
    level: kind === 'heading' ? Number(node?.attrs['level'] ?? 0) : 0,
    quote: node?.attrs['quote'] === true,
    canIndent: shiftIndent(1)(state),
    canOutdent: readIndent(node?.attrs['indent']) > 0,
    canUndo: undoCommand(state),
    canRedo: redoCommand(state),
  };
}

/** pixels of the window that header, toolbar, status line and bottom bar cover: the cursor is kept out of them */
const COVERED = { top: 112, right: 5, bottom: 112, left: 5 };

export interface NoteViewOptions {
  doc: Y.Doc;
  editable: () => boolean;
  label: string;
  placeholder: string;
  taskLabel: string;
  mentionWords: MentionWords;
  /** reports a large pasted table */
  tablePasted: (size: { rows: number; columns: number }) => void;
  /** opens an address of the app */
  openMention: (href: string, isNewTab: boolean) => void;
  /** opens the link dialog */
  openLink: () => void;
  images: ImageHost;
  /** of this text beside those of every text */
  plugins: readonly Plugin[];
  /** a composition has ended: deferred work may continue */
  onCompositionEnd: () => void;
}

/** positions of the text by which its language is detected */
const LANGUAGE_FROM = 600;
const COUNT_DELAY_MS = 150;
/** milliseconds of counting before the event loop may handle input */
const COUNT_SLICE_MS = 4;

/**
 * The `lang` of a text during typing. It does not change while an input method composes: another font would move the
 * composed text.
 */
function followLanguage(composing: () => boolean): (state: EditorState) => { lang?: string } {
  let known: EditorState['doc'] | undefined;
  let lang: string | undefined;
  return ({ doc }) => {
    if (doc !== known && !composing()) {
      known = doc;
      lang = langOf(doc.textBetween(0, Math.min(doc.content.size, LANGUAGE_FROM), ' '));
    }
    return lang ? { lang } : {};
  };
}

const undoManagerOf = (state: EditorState): Y.UndoManager =>
  (yUndoPluginKey.getState(state) as { undoManager: Y.UndoManager }).undoManager;

/**
 * True for a change that the undo takes back alone: a drop, a paste, a cut, and what happens to a selected node.
 * Yjs joins changes that follow each other within half a second; the undo of a deleted image would otherwise also take
 * back the description that was written before.
 */
const isOwnUndoStep = (transaction: Transaction, before: EditorState): boolean =>
  transaction.docChanged && (transaction.getMeta('uiEvent') !== undefined || before.selection instanceof NodeSelection);

export class NoteView {
  readonly view: EditorView;
  /** keys of the open suggestions; true if they have used the key */
  onSuggestionKey: ((key: string) => boolean) | null = null;
  private state: ToolbarState = NOTHING;
  private suggestionNow: Suggestion | null = null;
  private mentionedNow: readonly string[] = [];
  private counted: Counts | null = null;
  private readonly listeners = new Set<() => void>();
  private counting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: HTMLElement,
    private readonly options: NoteViewOptions,
  ) {
    const schema = createNoteSchema(options.taskLabel);
    const languageOf = followLanguage(() => this.view?.composing ?? false);
    const watch = new Plugin({
      view: () => ({
        update: (view, before) => {
          this.refresh(view.state);
          // the caret of the editor, which follows that of the document a task later
          host.dataset['caret'] = String(view.state.selection.head);
          if (!view.state.doc.eq(before.doc)) this.count();
        },
      }),
      props: {
        handleDOMEvents: {
          compositionend: () => {
            setTimeout(options.onCompositionEnd);
            return false;
          },
        },
      },
    });
    this.view = new EditorView(host, {
      state: EditorState.create({
        schema,
        plugins: [
          pendingSelectionPlugin(),
          ySyncPlugin(options.doc.getXmlFragment(NOTE_FRAGMENT)),
          yUndoPlugin({ protectedNodes: new Set([NOTE_NODES.block, NOTE_NODES.code, NOTE_NODES.table]) }),
          noteInputRules(schema),
          suggestionPlugin((pressed) => this.onSuggestionKey?.(pressed) ?? false),
          mentionPlugin(() => options.mentionWords, options.openMention),
          imagesPlugin(options.images),
          tablePlugin(options.tablePasted),
          codeColorsPlugin(),
          ...options.plugins,
          search(),
          keyPlugin(schema, options.openLink),
          clipboardPlugin(schema, options.images.contentId),
          numbersPlugin(),
          placeholderPlugin(options.placeholder),
          pressPlugin(),
          watch,
        ],
      }),
      editable: options.editable,
      scrollThreshold: COVERED,
      scrollMargin: COVERED,
      attributes: (state) => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': options.label,
        class: 'note writing focus-ring',
        translate: 'no',
        ...languageOf(state),
        ...(options.editable() ? {} : { 'aria-readonly': 'true', tabindex: '0' }),
      }),
      handleScrollToSelection: () => false,
      // the view dispatches from its constructor, before it is assigned here
      dispatchTransaction(this: EditorView, transaction) {
        if (isOwnUndoStep(transaction, this.state)) undoManagerOf(this.state).stopCapturing();
        this.updateState(this.state.apply(transaction));
      },
    });
    this.refresh(this.view.state);
    this.count();
  }

  readonly snapshot = (): ToolbarState => this.state;
  /** the open suggestion (after `/`, `@` or `[[`), for its popup */
  readonly suggestion = (): Suggestion | null => this.suggestionNow;
  /** ids of the people whom the text mentions; follows typing with a short delay */
  readonly mentioned = (): readonly string[] => this.mentionedNow;
  /** null until the text was counted */
  readonly counts = (): Counts | null => this.counted;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Runs a command of a button or a dialog, as a step of its own in the undo. */
  run(command: Command): void {
    this.startUndoStep();
    command(this.view.state, this.view.dispatch, this.view);
    this.view.focus();
  }

  /**
   * The blocks in which something is selected, by index; null without a selection. Shift and ↓ select a line up to the start
   * of the next block, which is not one of them.
   */
  selectedBlocks(): { from: number; to: number } | null {
    const { $from, $to, empty } = this.view.state.selection;
    if (empty) return null;
    const [from, last] = [$from.index(0), $to.index(0)];
    const isAtStart = $to.depth === 0 || (last > from && $to.pos === $to.start(1) + $to.depth - 1);
    return { from, to: isAtStart ? last : last + 1 };
  }

  /** Counts transactions of this origin as a step of its own in the undo. */
  readonly track = (origin: unknown): void => {
    undoManagerOf(this.view.state).addTrackedOrigin(origin);
    this.startUndoStep();
  };

  /** Reads `editable` and the label again. */
  reconfigure(): void {
    this.view.setProps({});
  }

  destroy(): void {
    clearTimeout(this.counting);
    this.view.destroy();
  }

  /** The next change does not join the changes of the last half second in one step of the undo. */
  private startUndoStep(): void {
    undoManagerOf(this.view.state).stopCapturing();
  }

  private refresh(state: EditorState): void {
    const suggestion = suggestionOf(state);
    if (suggestion !== this.suggestionNow) {
      this.suggestionNow = suggestion;
      this.notify();
    }
    const next = toolbarState(state);
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.state = next;
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  private count(wait = COUNT_DELAY_MS): void {
    clearTimeout(this.counting);
    this.counting = setTimeout(() => {
      const till = performance.now() + COUNT_SLICE_MS;
      const counts = countBlocks(this.view.state.doc, () => performance.now() > till);
      if (!counts) {
        this.count(0);
        return;
      }
      this.counted = counts;
      const mentioned = peopleMentioned(this.view.state.doc);
      if (mentioned.join() !== this.mentionedNow.join()) this.mentionedNow = mentioned;
      this.notify();
    }, wait);
  }
}

/**
 * Names of nodes and marks that this build does not know. Such a note is shown without binding, since the binding would
 * delete them.
 */
export function unknownParts(doc: Y.Doc): string[] {
  const nodes: string[] = Object.values(NOTE_NODES);
  const marks: string[] = Object.values(NOTE_MARKS);
  const found = new Set<string>();
  const open: ReturnType<Y.XmlFragment['toArray']> = doc.getXmlFragment(NOTE_FRAGMENT).toArray();
  for (let child = open.pop(); child; child = open.pop()) {
    if ('nodeName' in child) {
      if (!nodes.includes(child.nodeName)) found.add(child.nodeName);
      for (const inner of child.toArray()) open.push(inner as (typeof open)[number]);
    } else if ('toDelta' in child) {
      for (const delta of child.toDelta() as { attributes?: Record<string, unknown> }[]) {
        for (const name of Object.keys(delta.attributes ?? {})) if (!marks.includes(name)) found.add(name);
      }
    }
  }
  return [...found];
}
