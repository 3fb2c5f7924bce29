import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { RecordForm, UploadForm, type FormMode } from '~/features/meeting/meeting-form';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import { paths } from '~/paths';
import { preload } from '~/replica/preload';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';
import { LIMITS } from '../../../sync/model/limits';

export const clientLoader = () =>
  preload({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }], limit: LIMITS.projectPageSize });

/** A new meeting: recorded now, or from a file. `?project=` selects a project, `?mode=upload` the file. */
export default function NewMeeting() {
  const { t } = useTranslation('meeting');
  const [search] = useSearchParams();
  const projectId = search.get('project') ?? '';
  const mode: FormMode = search.get('mode') === 'upload' ? 'upload' : 'record';
  const base = paths.newMeeting(projectId || undefined);
  return (
    <>
      <PageHeader title={t('form.heading')} place={[{ label: t('list.title'), href: paths.meetings() }]} />
      <PageBody>
        <div className="mx-auto flex max-w-xl flex-col gap-6">
          <LinkTabs
            label={t('form.heading')}
            value={mode}
            items={[
              { id: 'record', label: t('form.recordTab'), href: base },
              { id: 'upload', label: t('form.uploadTab'), href: `${base}${base.includes('?') ? '&' : '?'}mode=upload` },
            ]}
          />
          {mode === 'record' ? <RecordForm projectId={projectId} /> : <UploadForm projectId={projectId} />}
        </div>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = MeetingScreenError;
