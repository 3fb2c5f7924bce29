import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { CalendarForm } from '~/features/meeting/calendar-form';
import { RecordForm, UploadForm, type FormMode } from '~/features/meeting/meeting-form';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import { paths } from '~/paths';
import { preload } from '~/replica/preload';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';
import { LIMITS } from '../../../sync/model/limits';

export const clientLoader = () =>
  preload({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }], limit: LIMITS.projectPageSize });

const FORMS: readonly FormMode[] = ['record', 'upload', 'calendar'];

/**
 * A new meeting: recorded now, from a file, or planned by a calendar file. `?project=` selects the project, `?mode=`
 * the form.
 */
export default function NewMeeting() {
  const { t } = useTranslation('meeting');
  const [search] = useSearchParams();
  const projectId = search.get('project') ?? '';
  const mode: FormMode = FORMS.find((form) => form === search.get('mode')) ?? 'record';
  const base = paths.newMeeting(projectId || undefined);
  const other = `${base}${base.includes('?') ? '&' : '?'}`;
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
              { id: 'upload', label: t('form.uploadTab'), href: `${other}mode=upload` },
              { id: 'calendar', label: t('form.calendarTab'), href: `${other}mode=calendar` },
            ]}
          />
          {mode === 'record' && <RecordForm projectId={projectId} />}
          {mode === 'upload' && <UploadForm projectId={projectId} />}
          {mode === 'calendar' && <CalendarForm projectId={projectId} />}
        </div>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = MeetingScreenError;
