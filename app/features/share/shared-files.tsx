import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addAndReport } from '~/features/files/add-and-report';
import { addFiles } from '~/features/files/adding';
import { CollectionSelector } from '~/features/project/collection-selector';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Card } from '~/ui/layout/card';
import { cleanFileName } from '../../../sync/model/file-name';
import type { Project } from '../../../sync/model/kinds/projects';
import { sharedStore, takeFiles } from './shared';

/** Shared files, to be added to a project. */
export function SharedFiles({ files, isPrimary }: { files: readonly File[]; isPrimary: boolean }) {
  const { t } = useTranslation(['note', 'files']);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string[]>([]);
  const [projectId] = chosen;
  const project = useQuery(projectId ? { kind: 'one', collection: 'projects', id: projectId } : null);
  const add = (to: Project): void => {
    const given = takeFiles();
    const { drafts, recordings } = sharedStore.get();
    // a text or recording of the same share still waits on this screen
    if (drafts.length + recordings.length > 0) return void addAndReport(t, navigate, to, given);
    void addFiles(to.id, given);
    navigate(paths.project(to.id, 'files'));
  };
  return (
    <Card title={t('note:shared.files', { count: files.length })}>
      <ul className="mb-3 flex flex-col gap-1 text-13 text-ink-muted">
        {files.map(({ name }, i) => (
          <li key={i} className="truncate">
            {/* as it will be stored: characters that turn or hide a part of it are not shown either */}
            <Written text={cleanFileName(name)} />
          </li>
        ))}
      </ul>
      <CollectionSelector label={t('note:shared.addTo')} value={chosen} onChange={setChosen} ability="addNote" />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant={isPrimary ? 'primary' : 'secondary'}
          isDisabled={!project}
          onPress={() => {
            if (project) add(project);
          }}
        >
          {t('note:shared.addTo')}
        </Button>
        <Button variant="quiet" onPress={() => void takeFiles()}>
          {t('note:shared.discard')}
        </Button>
      </div>
    </Card>
  );
}
