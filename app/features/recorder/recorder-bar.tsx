import { Link } from '@remix-run/react';
import { Pause, Play, Square, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { sizeText } from '~/i18n/size-text';
import { clockText } from './format';
import { silenceText, type RecorderState } from './machine';
import { useRecorder, useRecorderState } from './recorder-context';
import { Elapsed, InputLevel, RecordingDot, SavedText } from './recorder-parts';

const frame =
  'recorder-bar flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-overlay px-4 py-2 text-13';

/**
 * The recorder bar, visible on every screen. The shell places it at the foot of the frame, in the flow of the page, so
 * that it is never covered.
 */
export function RecorderBar() {
  const { t } = useTranslation('recorder');
  const state = useRecorderState();
  if (state.phase === 'idle') return null;
  return (
    <section aria-label={t('bar')} data-recorder={state.phase}>
      <p role="status" className="sr-only">
        {announcement(t, state)}
      </p>
      {state.phase === 'failed' ? (
        <FailedBar state={state} />
      ) : state.phase === 'ended' ? (
        <EndedBar state={state} />
      ) : (
        <RunningBar state={state} />
      )}
    </section>
  );
}

/** Key of the text about what needs the person, '' for none. */
export function noticeOf(state: RecorderState): string {
  if (state.phase === 'paused') return state.by === 'inputLost' ? 'attention.inputLost.title' : '';
  if (state.phase !== 'recording') return '';
  return silenceText(state) || (state.isSharingOver ? 'sharingOver' : state.nearEnd ? 'nearEnd' : '');
}

/** Announced on each change of state, not every second. */
function announcement(t: (key: string) => string, state: RecorderState): string {
  const notice = noticeOf(state);
  if (notice) return t(notice);
  return state.phase === 'idle' ? '' : t(`phase.${state.phase}`);
}

type Running = Extract<RecorderState, { phase: 'starting' | 'recording' | 'paused' | 'stopping' }>;

function RunningBar({ state }: { state: Running }) {
  const { t } = useTranslation('recorder');
  const notice = noticeOf(state);
  return (
    <div className={frame}>
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <RecordingDot phase={state.phase} />
        <Elapsed className="text-16" />
        <InputLevel isActive={state.phase === 'recording'} />
        {state.phase === 'starting' ? (
          <span className="min-w-0 truncate text-ink-strong">{state.title}</span>
        ) : (
          <Link
            to={paths.meeting(state.meetingId)}
            className="focus-ring min-w-0 truncate rounded-control text-ink-strong hover:underline"
          >
            {state.title}
          </Link>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-sm:justify-between">
        {notice ? (
          <span className="min-w-0 flex-1 text-warning-ink">{t(notice)}</span>
        ) : state.phase !== 'starting' ? (
          <span className="min-w-0 flex-1 text-12 text-ink-muted">
            <SavedText bytes={state.savedBytes} ms={state.savedMs} />
          </span>
        ) : (
          <span className="text-12 text-ink-muted">{t('phase.starting')}</span>
        )}
        <RecorderControls />
      </div>
    </div>
  );
}

/** Pause or resume, and stop. */
export function RecorderControls({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('recorder');
  const recorder = useRecorder();
  const state = useRecorderState();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  const resume = async (): Promise<void> => {
    const failed = await recorder.resume();
    if (failed) toast.error(t(`failed.${failed}`));
  };
  if (state.phase !== 'recording' && state.phase !== 'paused' && state.phase !== 'stopping') return null;
  const size = large ? 'normal' : 'small';
  return (
    <div className="flex shrink-0 items-center gap-2">
      {state.phase === 'paused' ? (
        <Button size={size} icon={<Play aria-hidden size={14} />} isLoading={busy} onPress={() => void act(resume)}>
          {t('resume')}
        </Button>
      ) : (
        <Button
          size={size}
          icon={<Pause aria-hidden size={14} />}
          isDisabled={state.phase === 'stopping' || busy}
          onPress={() => void act(() => recorder.pause())}
        >
          {t('pause')}
        </Button>
      )}
      <Button
        size={size}
        variant="danger"
        icon={<Square aria-hidden size={12} fill="currentColor" />}
        isLoading={state.phase === 'stopping'}
        onPress={() => void recorder.stop()}
      >
        {t('stop')}
      </Button>
    </div>
  );
}

/** After the end: where the recording is, and the progress of its upload. */
function EndedBar({ state }: { state: Extract<RecorderState, { phase: 'ended' }> }) {
  const { t, i18n } = useTranslation('recorder');
  const recorder = useRecorder();
  const rows = useQuery({ kind: 'recordings', meetingId: state.meetingId });
  const row = rows?.find((r) => r.id === state.recordingId);
  const sent = row && row.bytes ? Math.min(100, Math.floor((row.sent / row.bytes) * 100)) : 0;
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: state.meetingId });
  // a missing row was freed, which requires that the server has the recording, or it was deleted
  const onServer = row ? row.transfer === 'onServer' : meeting?.recordings.some((r) => r.id === state.recordingId);
  const location = onServer
    ? t('ended.onServer')
    : row?.transfer === 'uploading'
      ? t('ended.uploading', { percent: sent })
      : row
        ? t('ended.onDevice')
        : '';
  return (
    <div className={frame}>
      <div className="flex min-w-0 flex-1 basis-56 flex-col">
        <Link
          to={paths.meeting(state.meetingId, 'transcript')}
          className="focus-ring truncate rounded-control text-ink-strong hover:underline"
        >
          {t('ended.title', {
            title: state.title,
            time: clockText(state.savedMs),
            size: sizeText(state.savedBytes, i18n.language),
          })}
        </Link>
        <span className="tabular text-12 text-ink-muted">
          {!state.savedBytes
            ? t('ended.nothing')
            : state.reason !== 'person'
              ? t(`attention.${state.reason}.text`)
              : state.tooShort
                ? t('tooShort')
                : location}
        </span>
      </div>
      <IconButton
        label={t('dismiss')}
        icon={<X aria-hidden size={16} />}
        tooltipPlacement="top"
        onPress={() => recorder.dismiss()}
      />
    </div>
  );
}

function FailedBar({ state }: { state: Extract<RecorderState, { phase: 'failed' }> }) {
  const { t } = useTranslation('recorder');
  const recorder = useRecorder();
  return (
    <div className={`${frame} bg-danger-tint text-danger-ink`}>
      <span role="alert" className="min-w-0 flex-1 basis-56">
        {t(`failed.${state.code}`)}
      </span>
      <IconButton
        label={t('dismiss')}
        icon={<X aria-hidden size={16} />}
        tooltipPlacement="top"
        onPress={() => recorder.dismiss()}
      />
    </div>
  );
}
