import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { SyncBadge } from '~/ui/data/sync-badge';
import type { NoteView } from './editor-view';
import type { TextConnection, TextState } from './text-connection';

/**
 * milliseconds for which "Saving" stays after all is durable, so that it neither flickers nor re-renders between
 * keystrokes
 */
const CALM_MS = 500;

const nameOf = (state: TextState): 'failed' | 'saving' | 'saved' =>
  state.state !== 'open' ? 'saved' : state.error ? 'failed' : state.unsaved ? 'saving' : 'saved';
const looksSame = (a: TextState, b: TextState): boolean =>
  nameOf(a) === nameOf(b) &&
  a.state === 'open' &&
  b.state === 'open' &&
  a.exists === b.exists &&
  a.error?.code === b.error?.code;

/** The displayed state. */
function useCalmState(connection: TextConnection): TextState {
  const [shown, show] = useState(connection.snapshot);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const now = connection.snapshot();
      const update = () => show((before) => (looksSame(before, now) ? before : now));
      if (nameOf(now) === 'saved') timer = setTimeout(update, CALM_MS);
      else update();
    };
    update();
    const stop = connection.subscribe(update);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [connection]);
  return shown;
}

/** The element's attribute always has the current state, whatever is displayed. */
function useSaveState(connection: TextConnection) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const update = () => element.current?.setAttribute('data-save-state', nameOf(connection.snapshot()));
    update();
    return connection.subscribe(update);
  }, [connection]);
  return element;
}

/** The text's length. Renders alone, since it changes during typing; empty until it was counted. */
function Length({ view }: { view: NoteView }) {
  const { t } = useTranslation('note');
  const counts = useSyncExternalStore(view.subscribe, view.counts, view.counts);
  if (!counts) return null;
  return (
    <>
      <span data-count="words">{t('counts.words', { count: counts.words })}</span>
      <span data-count="characters">{t('counts.characters', { count: counts.characters })}</span>
    </>
  );
}

/**
 * The line below a text: its length, and its save state. "Saving" until it is durable on this device, then one of the
 * three badges; an error stays until a later attempt succeeds.
 */
export function SaveState({
  contentId,
  connection,
  view,
  writable,
}: {
  contentId: string;
  connection: TextConnection;
  view: NoteView | null;
  writable: boolean;
}) {
  const { t } = useTranslation(['note', 'errors']);
  const state = useCalmState(connection);
  const element = useSaveState(connection);
  const syncState = useQuery({ kind: 'syncState', collection: 'noteContents', id: contentId });
  const open = state.state === 'open' ? state : null;
  return (
    <div className="foot-bar z-10 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-paper py-1.5 text-12 text-ink-muted">
      <span className="tabular flex gap-3">{view && <Length view={view} />}</span>
      <span role="status" ref={element}>
        {!writable ? (
          t('editor.readOnly')
        ) : open?.error ? (
          <span className="inline-flex items-center gap-1.5 text-danger-ink">
            <TriangleAlert aria-hidden size={14} />
            {t('failed.autoSave')}: {t([`errors:${open.error.code}`, 'errors:UNKNOWN_ERROR'])}
          </span>
        ) : open?.unsaved ? (
          <span className="inline-flex items-center gap-1.5">
            <LoaderCircle aria-hidden size={14} />
            {t('editor.saving')}
          </span>
        ) : syncState && open?.exists ? (
          <SyncBadge state={syncState} />
        ) : null}
      </span>
    </div>
  );
}
