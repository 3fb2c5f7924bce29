import type { ReactNode } from 'react';
import { Dialog } from '~/ui/overlays/dialog';
import type { NoteView } from './editor-view';

/** A dialog with a form for a part of the text; the text has the focus again when it is closed. */
export function EditorDialog({
  view,
  title,
  footer,
  onSubmit,
  onClose,
  children,
}: {
  view: NoteView;
  title: string;
  footer: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          onClose();
          view.view.focus();
        }
      }}
      size="small"
      title={title}
      footer={footer}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        noValidate
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
