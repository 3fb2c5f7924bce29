import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBookmark } from '~/features/meeting-moments/use-bookmark';
import { Button } from '~/ui/controls/button';
import { clockText } from './format';
import { isRecording } from './machine';
import { noticeOf, RecorderControls } from './recorder-bar';
import { useRecorder, useRecorderState } from './recorder-context';
import { Elapsed, InputLevel, RecordingDot } from './recorder-parts';

/** The content of the small window, loaded when it opens. */
export default function MiniRecorderPanel() {
  const { t } = useTranslation(['recorder', 'meeting']);
  const state = useRecorderState();
  const recorder = useRecorder();
  const bookmark = useBookmark();
  const [bookmarked, setBookmarked] = useState('');
  if (!isRecording(state)) return null;
  const notice = noticeOf(state);
  const mark = (): void => {
    const time = clockText(recorder.level.get().capturedMs);
    // the page's own message may be behind other windows
    if (bookmark()) setBookmarked(t('meeting:moments.bookmarked', { time }));
  };
  return (
    <main aria-label={t('recorder:panel')} className="flex min-h-dvh flex-col gap-3 bg-paper p-4">
      <div className="flex items-center gap-3">
        <RecordingDot phase={state.phase} />
        <Elapsed className="text-20" />
        <InputLevel isActive={state.phase === 'recording'} className="ml-auto h-5" />
      </div>
      <p className="truncate text-13 text-ink-strong">{state.title}</p>
      <div className="flex flex-wrap items-center gap-2">
        <RecorderControls />
        <Button size="small" icon={<BookmarkPlus aria-hidden size={14} />} onPress={mark}>
          {t('meeting:moments.add')}
        </Button>
      </div>
      <p role="status" className={notice ? 'text-12 text-warning-ink' : 'text-12 text-ink-muted'}>
        {notice ? t(`recorder:${notice}`) : bookmarked || t(`recorder:phase.${state.phase}`)}
      </p>
    </main>
  );
}
