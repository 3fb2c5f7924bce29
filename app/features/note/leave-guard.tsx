import { useEffect, useRef, useState, type RefObject } from 'react';
import { useBlocker } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { textOf } from '~/features/note-editor/open-text';
import type { NoteEditorHandle } from '~/features/note-editor/editor-surface';
import { errorText } from '~/features/shell/error-text';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog';
import { toast } from '~/ui/toast';

/** Leaving a note waits until its text is durable; when that fails the person decides, with a copy of the text in hand. */
export function LeaveGuard({ editor, noteId }: { editor: RefObject<NoteEditorHandle | null>; noteId: string }) {
  const { t } = useTranslation(['note', 'errors']);
  const [failure, setFailure] = useState<unknown>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.key !== nextLocation.key && (editor.current?.isUnsaved() ?? false));
  // the blocker is another object in each render; one try is made for each time it blocks
  const latest = useRef(blocker);
  latest.current = blocker;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const proceed = () => { if (latest.current.state === 'blocked') latest.current.proceed(); };
    const handle = editor.current;
    if (!handle) { proceed(); return; }
    handle.settle().then(proceed, setFailure);
  }, [blocker.state, editor]);
  if (!failure || blocker.state !== 'blocked') return null;
  const stay = () => { setFailure(null); blocker.reset(); };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(editor.current?.text() ?? (await textOf(noteId, 'text')));
      toast.success(t('note:copy.done'));
    } catch {
      toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') });
    }
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      size="small"
      onOpenChange={(isOpen) => { if (!isOpen) stay(); }}
      title={t('note:failed.beforeReturning')}
      description={`${errorText(t, failure)} ${t('note:leave.text')}`}
      footer={
        <>
          <Button variant="quiet" onPress={() => void copy()}>{t('note:leave.copy')}</Button>
          <Button variant="danger" onPress={() => { setFailure(null); blocker.proceed(); }}>{t('note:leave.anyway')}</Button>
          <Button variant="primary" onPress={stay} autoFocus>{t('note:leave.stay')}</Button>
        </>
      }
    />
  );
}
