import { useNavigate } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queueFiles } from '~/features/install/launched-files';
import { paths } from '~/paths';
import { DropZone } from '~/ui/controls/drop-zone';
import { toast } from '~/ui/feedback/toast';
import { formOfFiles } from './dropped-files';

/** Accepts files dropped on the list of meetings, and passes them to the form like files opened with the app. */
export function MeetingDrop({ children }: { children: ReactNode }) {
  const { t } = useTranslation('meeting');
  const navigate = useNavigate();
  const take = (dropped: readonly File[]): void => {
    const found = formOfFiles(dropped);
    if (!found) {
      toast.error(t('list.dropProblem', { fileName: dropped[0]?.name ?? '' }));
      return;
    }
    queueFiles(found.files);
    navigate(`${paths.newMeeting()}?mode=${found.mode}`);
  };
  return (
    <DropZone text={t('list.drop')} onDrop={take} className="min-h-96">
      {children}
    </DropZone>
  );
}
