import { Mic, SearchX, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MeetingDrop } from '~/features/meeting/meeting-drop';
import { MeetingList } from '~/features/meeting/meeting-list';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import { useSearchWords } from '~/features/search-anchor/search-words';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { preload } from '~/replica/preload';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SearchField } from '~/ui/controls/field';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';

export const clientLoader = () =>
  preload(
    { kind: 'find', collection: 'meetings', sort: [{ recency: 'asc' }] },
    { kind: 'find', collection: 'projects' },
  );

/** All meetings this person may see, grouped by day. */
export default function MeetingNotes() {
  const { t } = useTranslation(['meeting', 'recorder', 'common']);
  const [words, keepWords] = useSearchWords();
  const [text, setText] = useState(words);
  const wanted = useDeferredValue(text.trim().normalize('NFKC').toLocaleLowerCase());
  const meetings = useQuery({ kind: 'find', collection: 'meetings', sort: [{ recency: 'asc' }] });
  const projects = useQuery({ kind: 'find', collection: 'projects' });
  const record = useStartRecording();
  const titles = useMemo(() => new Map((projects ?? []).map((p) => [p.id, p.title])), [projects]);
  const found = useMemo(
    () =>
      (meetings ?? []).filter(
        (m) =>
          !wanted ||
          `${m.title}\n${titles.get(m.projectId) ?? ''}`.normalize('NFKC').toLocaleLowerCase().includes(wanted),
      ),
    [meetings, titles, wanted],
  );
  const onSearch = (value: string): void => {
    setText(value);
    keepWords(value.trim() && value);
  };
  return (
    <>
      <PageHeader
        title={t('meeting:list.title')}
        more={
          <LinkButton
            href={`${paths.newMeeting()}?mode=upload`}
            className="max-sm:hidden"
            icon={<Upload aria-hidden size={16} />}
          >
            {t('meeting:list.upload')}
          </LinkButton>
        }
        action={
          <Button
            variant="primary"
            className="max-sm:gap-0"
            icon={<Mic aria-hidden size={16} />}
            onPress={() => void record()}
          >
            <span className="max-sm:sr-only">{t('meeting:list.record')}</span>
          </Button>
        }
      />
      <PageBody width="wide">
        <MeetingDrop>
          {!meetings ? (
            <SkeletonRows rows={8} />
          ) : meetings.length === 0 ? (
            <InitialSyncGate>
              <EmptyState
                icon={<Mic size={20} />}
                title={t('meeting:list.empty')}
                text={t('meeting:list.emptyText')}
                action={<Button onPress={() => void record()}>{t('meeting:list.record')}</Button>}
              />
            </InitialSyncGate>
          ) : (
            <div className="mx-auto max-w-4xl">
              <SearchField label={t('meeting:list.search')} value={text} onChange={onSearch} />
              {found.length ? (
                <MeetingList meetings={found} projectTitles={titles} />
              ) : (
                <EmptyState
                  icon={<SearchX size={20} />}
                  title={t('meeting:list.notFound')}
                  text={t('meeting:list.notFoundText')}
                />
              )}
            </div>
          )}
        </MeetingDrop>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = MeetingScreenError;
