import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AddLink } from '~/features/links/add-link';
import type { Pasted } from './use-paste';
import { paths } from '~/paths';
import { Dialog } from '~/ui/overlays/dialog';
import type { Project } from '../../../sync/model/kinds/projects';
import { addAndReport } from './add-and-report';
import { pastedFiles } from './names';

/** Adds pasted files to the project immediately; for a pasted address, a dialog offers to add it as a link. */
export default function AddPasted({
  project,
  pasted,
  onDone,
}: {
  project: Pick<Project, 'id' | 'title'>;
  pasted: Pasted;
  onDone: () => void;
}) {
  const { t } = useTranslation(['files', 'links']);
  const navigate = useNavigate();
  const isTaken = useRef(false);
  useEffect(() => {
    if (!('files' in pasted) || isTaken.current) return;
    isTaken.current = true;
    void addAndReport(t, navigate, project, pastedFiles(pasted.files, t('files:paste.screenshot'), new Date()));
    onDone();
  });
  if ('files' in pasted) return null;
  return (
    <Dialog
      isOpen
      title={t('links:offer', { title: project.title })}
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone();
      }}
    >
      <div className="pb-4">
        <AddLink
          projectId={project.id}
          address={pasted.address}
          onAdded={(id) => {
            onDone();
            navigate(paths.projectItem(project.id, id, 'singleUrl'), { preventScrollReset: true });
          }}
        />
      </div>
    </Dialog>
  );
}
