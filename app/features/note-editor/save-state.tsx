import { useSyncExternalStore } from 'react';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { Mark } from '~/ui/mark';
import type { Counts } from './editor-view';
import type { TextConnection } from './text-connection';

/**
 * The line under a text: how long it is, and where what was typed is. "Saving" until it is durable on this device, then one of the
 * three marks; an error stays until a later try succeeds.
 */
export function SaveState({ contentId, connection, counts, writable }: { contentId: string; connection: TextConnection; counts: Counts | null; writable: boolean }) {
  const { t } = useTranslation(['note', 'errors']);
  const state = useSyncExternalStore(connection.subscribe, connection.snapshot, connection.snapshot);
  const mark = useQuery({ kind: 'mark', collection: 'noteContents', id: contentId });
  const open = state.state === 'open' ? state : null;
  return (
    <div className="note-status sticky z-10 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-paper py-1.5 text-12 text-ink-muted">
      <span className="tabular flex gap-3">
        {/* nothing rather than a wrong number until the text was counted */}
        {counts && <span data-count="words">{t('counts.words', { count: counts.words })}</span>}
        {counts && <span data-count="characters">{t('counts.characters', { count: counts.characters })}</span>}
      </span>
      <span role="status" data-save-state={open?.error ? 'failed' : open?.unsaved ? 'saving' : 'saved'}>
        {!writable ? t('editor.readOnly')
        : open?.error ? (
          <span className="inline-flex items-center gap-1.5 text-danger-ink">
            <TriangleAlert aria-hidden size={14} />
            {t('failed.autoSave')}: {t([`errors:${open.error.code}`, 'errors:UNKNOWN_ERROR'])}
          </span>
        ) : open?.unsaved ? (
          <span className="inline-flex items-center gap-1.5"><LoaderCircle aria-hidden size={14} />{t('editor.saving')}</span>
        ) : mark && open?.exists ? <Mark state={mark} /> : null}
      </span>
    </div>
  );
}
