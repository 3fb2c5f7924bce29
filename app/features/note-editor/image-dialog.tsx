import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALT_MAX } from '../../../sync/model/note-document';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { EditorDialog } from './editor-dialog';
import type { NoteView } from './editor-view';
import { imageOf } from './image-host';
import { removeImage, setAlt } from './images';

/** The description of an image: read by screen readers, found by the search, and shown while the picture is missing. */
export function ImageDialog({ view, pos, onClose }: { view: NoteView; pos: number; onClose: () => void }) {
  const { t } = useTranslation('note');
  const [alt, setText] = useState(() => {
    const node = view.view.state.doc.nodeAt(pos);
    return node ? imageOf(node).alt : '';
  });
  const finish = (command: ReturnType<typeof setAlt>) => {
    view.run(command);
    onClose();
  };
  return (
    <EditorDialog
      view={view}
      onClose={onClose}
      onSubmit={() => finish(setAlt(pos, alt))}
      title={t('image.title')}
      footer={
        <>
          <Button variant="quiet" onPress={() => finish(removeImage(pos))}>
            {t('image.remove')}
          </Button>
          <Button variant="primary" onPress={() => finish(setAlt(pos, alt))}>
            {t('image.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('image.alt')}
        hint={t('image.altText')}
        value={alt}
        onChange={(text) => setText(text.slice(0, ALT_MAX))}
        autoFocus
        autoComplete="off"
      />
    </EditorDialog>
  );
}
