import {
  lazy,
  type MutableRefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Plugin } from 'prosemirror-state';
import * as Y from 'yjs';
import { blocksOfDoc } from '../../../sync/merge/note-blocks';
import { writeHtml } from '../../../sync/merge/note-html';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import { FileChooser } from '~/ui/controls/file-chooser';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { OpenFailed } from './open-failed';
import { NoteView, unknownParts } from './editor-view';
import { FindBar } from './find-bar';
import { ImageDialog } from './image-dialog';
import { addFiles } from './images';
import { useImages } from './use-images';
import { leftInOrder, useRenewal, useSaving } from './use-saving';
import { LinkDialog } from './link-dialog';
import { mentionWordsOf } from './mention-words';
import { loadNamespaces } from '~/i18n/client';
import { useQuery } from '~/replica/hooks';
import { offerEditor } from './open-editors';
import { openText } from './open-text';
import { RecoveredNotice } from './recovered-notice';
import { SaveState } from './save-state';
import { MentionHint } from './mention-hint';
import { Suggestions } from './suggestions';
import { TextConnection, type TextState } from './text-connection';
import { MissingText } from './missing-text';
import { offerText } from '~/replica/open-texts';
import { NoteToolbar } from './toolbar';
import { WritingSkeleton } from './writing-skeleton';

const OfferFiles = lazy(async () => {
  const [body] = await Promise.all([import('~/features/files/offer-files'), loadNamespaces(['files'])]);
  return body;
});

/** The interface of an open editor for its screen. */
export interface NoteEditorHandle {
  /** Resolves when all typed text is durable and compacted; throws when it could not be saved. */
  settle(): Promise<void>;
  focus(): void;
  /** true while typed text is not durable */
  isUnsaved(): boolean;
  /** the text in the editor, as Markdown */
  text(): string;
  /** the selected blocks by index, `to` exclusive; null without a selection */
  selectedBlocks(): { from: number; to: number } | null;
}

export interface NoteEditorProps {
  contentId: string;
  /** false: read-only, whatever the replica permits */
  writable: boolean;
  /** accessible name of the text */
  ariaLabel: string;
  autoFocus?: boolean;
  placeholder?: string;
  /** creates the document before its first edit is saved, for a note that does not exist yet */
  prepare?: () => Promise<void>;
  handle?: MutableRefObject<NoteEditorHandle | null>;
  /** of this text beside those of every text; read once */
  plugins?: readonly Plugin[];
}

/** One text: its Y.Doc and its connection to the replica, for the lifetime of the component. */
function useText({ contentId, prepare }: NoteEditorProps) {
  const composing = useRef<() => boolean>(() => false);
  const prepareRef = useRef(prepare);
  prepareRef.current = prepare;
  const [attempt, setAttempt] = useState(0);
  const [text, setText] = useState<{ doc: Y.Doc; connection: TextConnection } | null>(null);
  useEffect(() => {
    const doc = new Y.Doc();
    const connection = new TextConnection({
      doc,
      open: (onUpdate) => openText(contentId, onUpdate),
      composing: () => composing.current(),
      ...(prepareRef.current
        ? {
            prepare: async () => {
              await prepareRef.current?.();
            },
          }
        : {}),
    });
    setText({ doc, connection });
    void connection.start();
    return () => {
      // the doc lives until the last edit is saved
      void connection.close().finally(() => doc.destroy());
    };
  }, [contentId, attempt]);
  return { text, composing, retry: () => setAttempt((n) => n + 1) };
}

/**
 * Opens a text once it is on this device completely: an editor of a text still to be pulled would look like an empty
 * note.
 */
export default function EditorSurface(props: NoteEditorProps) {
  const live = useQuery({ kind: 'writable', contentId: props.contentId });
  // a text that is created by its first edit is not waited for; an open text stays open if it is deleted
  const isHere = useRef(props.prepare !== undefined);
  if (typeof live === 'boolean') isHere.current = true;
  if (isHere.current) return <HereSurface {...props} live={live ?? null} />;
  return live === null ? (
    <MissingText withToolbar={props.writable} />
  ) : (
    <WritingSkeleton withToolbar={props.writable} />
  );
}

interface HereProps extends NoteEditorProps {
  /** the live query `writable` */
  live: boolean | null;
}

function HereSurface(props: HereProps) {
  const { text, composing, retry } = useText(props);
  if (!text) return <WritingSkeleton withToolbar={props.writable} />;
  return (
    <OpenSurface
      key={text.doc.guid}
      {...props}
      doc={text.doc}
      connection={text.connection}
      composing={composing}
      retry={retry}
    />
  );
}

interface OpenProps extends HereProps {
  doc: Y.Doc;
  connection: TextConnection;
  composing: MutableRefObject<() => boolean>;
  retry: () => void;
}

/** The state of a text without the parts that change with every keystroke. */
function useTextState(connection: TextConnection): TextState {
  const last = useRef<TextState>(connection.snapshot());
  const update = (): TextState => {
    const [was, now] = [last.current, connection.snapshot()];
    const same =
      was.state === 'open' &&
      now.state === 'open' &&
      was.writable === now.writable &&
      was.recoveredAt === now.recoveredAt;
    if (!same) last.current = now;
    return last.current;
  };
  return useSyncExternalStore(connection.subscribe, update, update);
}

function OpenSurface(props: OpenProps) {
  const { connection, contentId, live } = props;
  const state = useTextState(connection);
  useSaving(contentId, connection);
  useRenewal(connection);
  if (state.state === 'failed')
    return <OpenFailed contentId={contentId} code={state.error.code} onRetry={props.retry} />;
  if (state.state !== 'open') return <WritingSkeleton withToolbar={props.writable} />;
  // permission may change while a text is open; before the text is on this device it is as when it was opened
  return <Writing {...props} writable={props.writable && (live ?? state.writable)} recoveredAt={state.recoveredAt} />;
}

function Writing({
  doc,
  connection,
  composing,
  contentId,
  writable,
  ariaLabel,
  autoFocus,
  placeholder,
  handle,
  plugins,
  recoveredAt,
}: OpenProps & { recoveredAt: number }) {
  const { t } = useTranslation(['note', 'errors']);
  const stuck = useQuery({ kind: 'stuck', collection: 'noteContents', id: contentId });
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<NoteView | null>(null);
  const [linking, setLinking] = useState(false);
  const [finding, setFinding] = useState(false);
  const [unknown] = useState(() => unknownParts(doc));
  const [wasWritable, setWasWritable] = useState(writable);
  if (writable && !wasWritable) setWasWritable(true);
  const [orderly] = useState(() => leftInOrder.take(contentId));
  const editable = useRef(writable);
  const navigate = useRef(useNavigate());
  const words = useRef({ ariaLabel, placeholder: placeholder ?? '', taskLabel: t('editor.done') });
  const mentionWords = useRef(mentionWordsOf(t));
  const reportTable = useRef((size: { rows: number; columns: number }) => toast.message(t('note:table.pasted', size)));
  const whenHere = useCallback(() => connection.exists(), [connection]);
  const images = useImages(contentId, whenHere);
  const imageHost = useRef(images.host);
  const ownPlugins = useRef(plugins ?? []);
  const openLink = useCallback(() => setLinking(true), []);
  const openFind = useCallback(() => setFinding(true), []);

  useEffect(() => {
    if (!host.current || unknown.length > 0) return undefined;
    const made = new NoteView(host.current, {
      doc,
      openLink,
      plugins: ownPlugins.current,
      images: imageHost.current,
      label: words.current.ariaLabel,
      placeholder: words.current.placeholder,
      taskLabel: words.current.taskLabel,
      mentionWords: mentionWords.current,
      tablePasted: (size) => reportTable.current(size),
      openMention: (href, isNewTab) => {
        if (isNewTab) window.open(href, '_blank', 'noopener');
        else navigate.current(href);
      },
      editable: () => editable.current,
      onCompositionEnd: () => {
        connection.applyHeld();
        void connection.flush();
      },
    });
    composing.current = () => made.view.composing;
    setView(made);
    return () => {
      composing.current = () => false;
      setView(null);
      made.destroy();
    };
  }, [doc, connection, composing, openLink, unknown]);

  useEffect(() => {
    editable.current = writable;
    view?.reconfigure();
  }, [view, writable]);
  useEffect(() => {
    if (autoFocus && writable) view?.view.focus();
  }, [view, autoFocus, writable]);
  useEffect(() => offerText(() => writeMarkdown(blocksOfDoc(doc))), [doc]);
  useEffect(
    () => (view && writable ? offerEditor(contentId, { doc, track: view.track }) : undefined),
    [contentId, doc, view, writable],
  );
  useEffect(() => {
    if (!handle) return undefined;
    handle.current = {
      settle: () => connection.settle(),
      focus: () => view?.view.focus(),
      isUnsaved: () => {
        const now = connection.snapshot();
        return now.state === 'open' && now.unsaved;
      },
      text: () => writeMarkdown(blocksOfDoc(doc)),
      selectedBlocks: () => view?.selectedBlocks() ?? null,
    };
    return () => {
      handle.current = null;
    };
  }, [handle, connection, view, doc]);

  if (unknown.length > 0) return <NewerText doc={doc} />;
  return (
    <div
      className="note-editor flex w-full flex-1 flex-col"
      data-note-editor={view ? 'ready' : 'starting'}
      data-writable={writable}
      onKeyDownCapture={(event) => {
        if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f')
          return;
        event.preventDefault();
        event.stopPropagation();
        setFinding(true);
      }}
    >
      {view && (writable || finding) && (
        <div className="sticky top-(--header) z-10 border-b border-line bg-paper print:hidden">
          {writable && <NoteToolbar view={view} openLink={openLink} openFind={openFind} />}
          {finding && <FindBar view={view} writable={writable} onClose={() => setFinding(false)} />}
        </div>
      )}
      {wasWritable && !writable && (
        <Banner kind="warning" live="status">
          {t('editor.permissionLost')}
        </Banner>
      )}
      {stuck?.code === 'NOTE_CONTENT_TOO_LARGE' && (
        <Banner kind="warning" live="status">
          {t('errors:NOTE_CONTENT_TOO_LARGE')}
        </Banner>
      )}
      <RecoveredNotice at={orderly ? 0 : recoveredAt} />
      <div ref={host} className="flex flex-1 flex-col pt-4 [&>.note]:flex-1" onBlur={() => void connection.flush()} />
      <SaveState contentId={contentId} connection={connection} view={view} writable={writable} />
      {writable && view && <MentionHint view={view} contentId={contentId} />}
      {writable && view && <Suggestions view={view} />}
      {linking && view && <LinkDialog view={view} onClose={() => setLinking(false)} />}
      <FileChooser
        ref={images.input}
        accept="image/*"
        multiple
        aria-label={t('note:image.choose')}
        onChoose={(files) => {
          if (!view) return;
          view.view.focus();
          void addFiles(view.view, files);
        }}
      />
      {images.describing !== null && view && (
        <ImageDialog view={view} pos={images.describing} onClose={images.closeDescription} />
      )}
      {images.others.length > 0 && (
        <Suspense fallback={null}>
          <OfferFiles contentId={contentId} files={images.others} onClose={images.closeOffer} />
        </Suspense>
      )}
    </div>
  );
}

/** A text with nodes or marks that this build does not know is shown read-only: editing would delete them. */
function NewerText({ doc }: { doc: Y.Doc }) {
  const { t } = useTranslation('note');
  const [html] = useState(() => writeHtml(blocksOfDoc(doc)));
  return (
    <div className="flex flex-col gap-4">
      <Banner kind="warning">{t('editor.newerVersion')}</Banner>
      {/* writeHtml escapes all text and allows safe links only */}
      <div className="note note-read written-tables writing" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
