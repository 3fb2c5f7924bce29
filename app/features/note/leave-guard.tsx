import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuard, useQuestion } from '~/features/navigation-guards/guards';
import { textOf } from '~/features/note-editor/open-text';
import type { NoteEditorHandle } from '~/features/note-editor/editor-surface';
import { errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { toast } from '~/ui/feedback/toast';

/**
 * Leaving a note waits until its text is durable; if saving fails the person decides and can take a copy of the text.
 */
export function LeaveGuard({ editor, noteId }: { editor: RefObject<NoteEditorHandle | null>; noteId: string }) {
  const { t } = useTranslation(['note', 'errors']);
  const failed = useQuestion<unknown>();
  useGuard({
    minds: ({ currentLocation, nextLocation }) =>
      currentLocation.key !== nextLocation.key && (editor.current?.isUnsaved() ?? false),
    ask: async (signal) => {
      try {
        await editor.current?.settle();
        return true;
      } catch (error) {
        return failed.put(error, signal);
      }
    },
  });
  if (!failed.open) return null;
  const stay = () => failed.answer(false);
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
      onOpenChange={(isOpen) => {
        if (!isOpen) stay();
      }}
      title={t('note:failed.beforeReturning')}
      description={`${errorText(t, failed.open.about)} ${t('note:leave.text')}`}
      footer={
        <>
          <Button variant="quiet" onPress={() => void copy()}>
            {t('note:leave.copy')}
          </Button>
          <Button variant="danger" onPress={() => failed.answer(true)}>
            {t('note:leave.anyway')}
          </Button>
          <Button variant="primary" onPress={stay} autoFocus>
            {t('note:leave.stay')}
          </Button>
        </>
      }
    />
  );
}
