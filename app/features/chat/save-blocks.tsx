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

/** The picture of one text is none of another: its description stays. */
const withoutImage = (block: NoteBlock): NoteBlock[] =>
  block.type !== 'image'
    ? [block]
    : block.alt
      ? [textBlock('paragraph', [{ type: 'text', text: block.alt, marks: { italic: true } }])]
      : [];

/** Saves a text as a note of a project, the given one unless another one is chosen. */
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
  /** says what becomes a note */
  text: string;
  blocks: () => Promise<readonly NoteBlock[]>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['chat', 'errors', 'common', 'shell']);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  // one id: a second try after a failure writes the same note
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
