import { useNavigate, useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { addAndReport } from './add-and-report';

/** Offers to add files other than images, dropped on a note, to the note's project. */
export default function OfferFiles({
  contentId,
  files,
  onClose,
}: {
  contentId: string;
  files: readonly File[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['files', 'common']);
  const navigate = useNavigate();
  const note = useQuery({ kind: 'one', collection: 'notes', id: contentId });
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: contentId });
  // a new note has no document before its first edit
  const { projectId: ofAddress } = useParams();
  const projectId = note?.projectId || meeting?.projectId || ofAddress || '';
  const project = useQuery(projectId ? { kind: 'one', collection: 'projects', id: projectId } : null);
  if (!project?.abilities.includes('addNote')) return null;
  return (
    <ConfirmDialog
      isOpen
      isDanger={false}
      title={t('files:offer.title', { count: files.length, title: project.title })}
      description={
        <>
          {files.map(({ name }) => name).join(', ')}
          <br />
          {t('files:offer.text')}
        </>
      }
      confirmLabel={t('common:add')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      onConfirm={() => void addAndReport(t, navigate, project, files)}
    />
  );
}
