import { useNavigate } from '@remix-run/react';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { launchedFiles, takeLaunchedFile } from '~/features/install/launched-files';
import { useRecognitionLanguage } from '~/features/recorder/use-start-recording';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { DropZone } from '~/ui/controls/drop-zone';
import { fullTime } from '~/ui/data/relative-time';
import { agendaOf } from '../../../sync/model/agenda-text';
import { eventsOf, type CalendarEvent } from '../../../sync/model/calendar-file';
import { defaultMeetingTitle } from '~/features/recorder/meeting-title';
import { ProjectPicker } from '~/features/project-picker/project-picker';

/** most bytes of a calendar file */
const FILE_BYTES = 4 * 1024 * 1024;
/** most listed events; those nearest to today come first */
const SHOWN = 20;

/** Sorts events by their distance from now, since a file may contain years of events. */
const nearest = (events: readonly CalendarEvent[], now: number): CalendarEvent[] =>
  [...events].sort((a, b) => Math.abs(a.startAt - now) - Math.abs(b.startAt - now)).slice(0, SHOWN);

/** Creates a meeting with the title, time and people of a calendar entry. Works offline. */
export function CalendarForm({ projectId }: { projectId: string }) {
  const { t } = useTranslation('meeting');
  const [project, setProject] = useState(projectId);
  const [events, setEvents] = useState<CalendarEvent[] | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const texts = await Promise.all(files.map((file) => (file.size > FILE_BYTES ? '' : file.text().catch(() => ''))));
    setEvents(nearest(texts.flatMap(eventsOf), Date.now()));
  };
  const launched = useSyncExternalStore(launchedFiles.subscribe, launchedFiles.count, () => 0);
  useEffect(() => {
    const files: File[] = [];
    for (let file = takeLaunchedFile(); file; file = takeLaunchedFile()) files.push(file);
    void take(files);
  }, [launched]);
  return (
    <DropZone text={t('calendar.drop')} onDrop={(files) => void take(files)} className="flex flex-col gap-4">
      <p className="text-14 leading-relaxed text-ink">{t('calendar.text')}</p>
      <ProjectPicker value={project} onChange={setProject} />
      <FileTrigger acceptedFileTypes={['.ics', 'text/calendar']} onSelect={(list) => void take([...(list ?? [])])}>
        <Button icon={<CalendarPlus aria-hidden size={16} />}>{t('calendar.choose')}</Button>
      </FileTrigger>
      {events?.length === 0 && (
        <p role="alert" className="text-13 text-danger-ink">
          {t('calendar.nothing')}
        </p>
      )}
      <ul aria-label={t('calendar.events')} className="flex flex-col">
        {events?.map((event, at) => (
          <li key={`${at}/${event.uid}`}>
            <EventRow event={event} projectId={project} />
          </li>
        ))}
      </ul>
    </DropZone>
  );
}

function EventRow({ event, projectId }: { event: CalendarEvent; projectId: string }) {
  const { t, i18n } = useTranslation(['meeting', 'errors']);
  const navigate = useNavigate();
  const language = useRecognitionLanguage();
  const [busy, setBusy] = useState(false);
  const people = useQuery({ kind: 'find', collection: 'people', selector: { kind: 'member' } });
  const meetings = useQuery({ kind: 'find', collection: 'meetings' });
  const members = useMemo(
    () => new Map((people ?? []).filter((p) => p.active).map((p) => [p.email.toLowerCase(), p])),
    [people],
  );
  const known = event.uid
    ? meetings?.find((m) => m.calendarUid === event.uid && m.plannedStartAt === event.startAt)
    : undefined;
  const title = event.title || defaultMeetingTitle(t, i18n.language, new Date(event.startAt));
  const open = async (): Promise<void> => {
    if (known) return navigate(paths.meeting(known.id));
    setBusy(true);
    try {
      const found = event.people.map(({ name, email }) => {
        const member = email ? members.get(email) : undefined;
        return { name: member?.name ?? name, userId: member?.id ?? '' };
      });
      const { id } = await run('meeting.create', {
        projectId,
        title,
        type: 'record',
        language,
        planned: {
          startAt: event.startAt,
          endAt: event.endAt,
          uid: event.uid,
          people: found,
          agenda: agendaOf(event.description),
        },
      });
      navigate(paths.meeting(id));
    } catch (error) {
      reportFailure(t, error);
      setBusy(false);
    }
  };
  return (
    <div className="flex min-h-14 items-center gap-3 border-b border-line py-2">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-14 text-ink-strong">{title}</span>
        <span className="truncate text-12 text-ink-muted">
          <time dateTime={new Date(event.startAt).toISOString()}>{fullTime(event.startAt, i18n.language)}</time>
          {event.people.length > 0 && ` · ${event.people.map(({ name }) => name).join(', ')}`}
        </span>
      </div>
      <Button size="small" isLoading={busy} onPress={() => void open()}>
        {t(known ? 'meeting:calendar.open' : 'meeting:calendar.create')}
      </Button>
    </div>
  );
}
