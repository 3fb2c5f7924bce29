import { useNavigate, useSearchParams } from '@remix-run/react';
import { FilePlus, FolderPlus, Mic, Upload } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchWords } from '~/features/search-anchor/search-words';
import { MatchesList } from '~/features/home/matches-list';
import { Recent } from '~/features/home/recent';
import { usePartOfDay } from '~/features/home/use-part-of-day';
import { ScreenError } from '~/features/project/screen-error';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import { useNewNote } from '~/features/shell/new-note';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SearchField } from '~/ui/controls/field';
import { useComposedText } from '~/ui/controls/use-composed-text';

/** Home: greeting, search on this device, recent documents, creation menu. */
export default function Home() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  const newNote = useNewNote();
  const record = useStartRecording();
  const account = useAccount();
  const status = useStatus();
  const part = usePartOfDay();
  const projectsKnown =
    useQuery({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }], limit: 50 }) !== undefined;
  const [search] = useSearchParams();
  const [words, keepWords] = useSearchWords();
  const { text, settled, change, handlers } = useComposedText(words);
  const question = useDeferredValue(settled.trim());
  // The installed app's shortcut 'New note'.
  const wantsNote = search.get('new') === 'note' && projectsKnown;
  useEffect(() => {
    if (wantsNote) newNote();
  }, [wantsNote, newNote]);
  useEffect(() => {
    keepWords(question);
  }, [question, keepWords]);
  return (
    <>
      <PageHeader title={t('shell:place.home')} />
      <PageBody width="wide">
        <div className="mx-auto max-w-4xl pt-2 md:pt-8">
          <p className="phrases mb-5 px-1 text-balance text-20 font-semibold text-ink-strong sm:text-24 md:text-32">
            {t(`shell:greeting.${part}`, { name: account?.name ?? '' })}
          </p>
          <SearchField
            size="large"
            label={t('shell:home.search')}
            placeholder={t('shell:home.searchPlaceholder')}
            value={text}
            onChange={change}
            {...handlers}
          />
          <p className="mt-2 px-1 text-12 text-ink-muted">{t('shell:home.scope')}</p>
          {question ? (
            <MatchesList question={question} />
          ) : (
            <>
              <div className="mt-5 flex flex-wrap gap-2">
                <Button variant="primary" icon={<Mic aria-hidden size={16} />} onPress={() => void record()}>
                  {t('shell:new.record')}
                </Button>
                <Button icon={<FilePlus aria-hidden size={16} />} onPress={newNote}>
                  {t('shell:new.note')}
                </Button>
                <Button
                  icon={<Upload aria-hidden size={16} />}
                  onPress={() => navigate(`${paths.newMeeting()}?mode=upload`)}
                >
                  {t('shell:new.upload')}
                </Button>
                <Button
                  icon={<FolderPlus aria-hidden size={16} />}
                  onPress={() => navigate(`${paths.projects()}?new=1`)}
                >
                  {t('shell:new.project')}
                </Button>
              </div>
              {status.firstSync && (
                <div className="mt-6">
                  <InitialSyncGate>{null}</InitialSyncGate>
                </div>
              )}
              <Recent />
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
