import { useState } from 'react';
import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { saveDraft } from '~/features/share/save-draft';
import { errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { toast } from '~/ui/feedback/toast';
import { stateOfBlocks, textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { newId } from '../../../sync/model/ids';

/** An image belongs to one text (same id in another text: another image), so only its description is saved. */
const withoutImage = (block: NoteBlock): NoteBlock[] =>
  block.type !== 'image'
    ? [block]
    : block.alt
      ? [textBlock('paragraph', [{ type: 'text', text: block.alt, marks: { italic: true } }])]
      : [];

/** Saves a text as a note of the given project, or of another one that the person chooses. */
export default function SaveBlocks({
  title,
  projectId: own,
  text,
  blocks,
  onClose,
}: {
  title: string;
  /** '' for none */
  projectId: string;
  /** describes the text that is saved */
  text: string;
  blocks: () => Promise<readonly NoteBlock[]>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['chat', 'errors', 'common', 'shell']);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  // a fixed id: retrying after a failure writes the same note
  const [id] = useState(() => newId());
  const [error, setError] = useState('');
  const projectId = chosen ?? own;
  const save = async () => {
    try {
      const state = stateOfBlocks((await blocks()).flatMap(withoutImage));
      await saveDraft({ id, state } as Parameters<typeof saveDraft>[0], projectId, title);
    } catch (failed) {
      setError(errorText(t, failed));
      return;
    }
    onClose();
    toast.success(t('chat:note.done'), {
      action: { label: t('common:open'), onPress: () => navigate(paths.noteEditor(projectId, id)) },
    });
  };
  return (
    <FormDialog
      title={t('chat:saveAsNote')}
      description={text}
      submitLabel={t('common:save')}
      isDisabled={projectId === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <ProjectPicker of="notes" value={projectId} onChange={setChosen} />
      {error && (
        <p role="alert" className="mt-2 text-13 text-danger-ink">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
