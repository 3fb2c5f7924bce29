import { AppWindow, Mic, MonitorSpeaker, PictureInPicture2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../sync/model/languages';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';
import { RecordingNotes } from '~/features/meeting-moments/recording-notes';
import { ConsentHint } from './consent-hint';
import { clockText, recordingFileName } from './format';
import { isRecording, silenceText, type AudioSource } from './machine';
import { LiveCaptions } from './live-captions';
import { closeMiniWindow, hasMiniWindow, miniWindow, openMiniWindow } from './mini-window';
import { RecorderControls } from './recorder-bar';
import { useCaptions, useRecorder, useRecorderState, useRecordingElsewhere } from './recorder-context';
import { ChannelLevels, Elapsed, InputLevel, RecordingDot, SavedText } from './recorder-parts';
import { RemainingSpace } from './remaining-space';
import { StartHints } from './start-hints';
import { useCell } from './use-cell';

/** Choice of the audio source; shared sound only where the browser can share it. */
export function useSourceOptions(): { id: AudioSource; label: string; detail: string; icon: JSX.Element }[] {
  const { t } = useTranslation('recorder');
  const system = typeof navigator !== 'undefined' && 'getDisplayMedia' in (navigator.mediaDevices ?? {});
  return [
    {
      id: 'microphone',
      label: t('source.microphone'),
      detail: t('source.microphoneHint'),
      icon: <Mic aria-hidden size={16} />,
    },
    ...(system
      ? [
          {
            id: 'both' as const,
            label: t('source.both'),
            detail: t('source.bothHint'),
            icon: <MonitorSpeaker aria-hidden size={16} />,
          },
          {
            id: 'system' as const,
            label: t('source.system'),
            detail: t('source.systemHint'),
            icon: <AppWindow aria-hidden size={16} />,
          },
        ]
      : []),
  ];
}

export const languageOptions = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

/** Beside a meeting's notes: its running recording, or the controls to start one. */
export function RecorderPanel({
  meetingId,
  title,
  language,
}: {
  meetingId: string;
  title: string;
  language: Language;
}) {
  const { t } = useTranslation('recorder');
  const state = useRecorderState();
  const elsewhere = useRecordingElsewhere();
  if (isRecording(state) && state.meetingId === meetingId) return <Running />;
  return (
    <section aria-label={t('panel')} className="flex flex-col gap-4 rounded-card border border-line bg-raised p-4">
      {elsewhere ? (
        <p className="text-14 text-ink">{t('failed.elsewhere')}</p>
      ) : isRecording(state) ? (
        <p className="text-14 text-ink">{t('otherMeeting', { title: state.title })}</p>
      ) : (
        <StartForm meetingId={meetingId} title={title} language={language} />
      )}
    </section>
  );
}

function StartForm({ meetingId, title, language }: { meetingId: string; title: string; language: Language }) {
  const { t } = useTranslation('recorder');
  const recorder = useRecorder();
  const sources = useSourceOptions();
  const [source, setSource] = useState<AudioSource>('microphone');
  const [spoken, setSpoken] = useState(language);
  const start = (): void =>
    void recorder.start({ meetingId, title, language: spoken, source, fileName: recordingFileName(title, new Date()) });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Select label={t('source.label')} options={sources} value={source} onChange={setSource} />
        <Select label={t('language')} options={languageOptions} value={spoken} onChange={setSpoken} />
      </div>
      <Button variant="primary" icon={<Mic aria-hidden size={16} />} onPress={start}>
        {t('start')}
      </Button>
      <StartHints source={source} />
      <p className="text-12 leading-relaxed text-ink-muted">{t('startHint')}</p>
    </>
  );
}

function Running() {
  const { t } = useTranslation('recorder');
  const captions = useCaptions();
  const state = useRecorderState();
  if (!isRecording(state)) return null;
  const running = state.phase === 'starting' ? null : state;
  return (
    <section aria-label={t('panel')} className="flex flex-col gap-4 rounded-card border border-line bg-raised p-4">
      <div className="flex items-center gap-3">
        <RecordingDot phase={state.phase} />
        <span className="text-14 font-medium text-ink-strong">{t(`phase.${state.phase}`)}</span>
        <Elapsed className="ml-auto text-24" />
      </div>
      {state.source === 'both' ? (
        <ChannelLevels isActive={state.phase === 'recording'} />
      ) : (
        <InputLevel isActive={state.phase === 'recording'} bars={40} className="h-6 justify-between" />
      )}
      {running && (
        <p className="text-12 text-ink-muted">
          <SavedText bytes={running.savedBytes} ms={running.savedMs} />
        </p>
      )}
      {running && <RemainingSpace source={state.source} isRecording />}
      {state.phase === 'recording' && <ConsentHint />}
      {state.phase === 'paused' && state.by === 'inputLost' && (
        <Banner kind="warning" title={t('attention.inputLost.title')}>
          {t('attention.inputLost.text')}
        </Banner>
      )}
      {state.phase === 'recording' && silenceText(state) && <Banner kind="warning">{t(silenceText(state))}</Banner>}
      {running?.isSharingOver && <SharingOver />}
      {running?.nearEnd && <Banner kind="warning">{t('nearEnd')}</Banner>}
      {running?.gaps.map((gap) => (
        <Banner key={gap.atMs} kind="warning">
          {t('gap', { at: clockText(gap.atMs), lost: clockText(gap.lostMs) })}
        </Banner>
      ))}
      <dl className="grid grid-cols-2 gap-2 text-12">
        <dt className="text-ink-muted">{t('source.label')}</dt>
        <dd>{t(`source.${state.source}`)}</dd>
        <dt className="text-ink-muted">{t('language')}</dt>
        <dd>{LANGUAGE_NAMES[state.language as Language]}</dd>
      </dl>
      <RecorderControls large />
      {running && <RecordingNotes meetingId={running.meetingId} recordingId={running.recordingId} />}
      {hasMiniWindow() && <OpenMiniWindow title={state.title} />}
      {running && captions && state.source !== 'system' && (
        <LiveCaptions captions={captions} language={state.language as Language} />
      )}
      <p className="text-12 leading-relaxed text-ink-muted">{t('fixedHint')}</p>
    </section>
  );
}

/** The recorder over other windows, in a press of the person. */
function OpenMiniWindow({ title }: { title: string }) {
  const { t } = useTranslation('recorder');
  const isOpen = useCell(miniWindow) !== null;
  const open = async (): Promise<void> => {
    if (!(await openMiniWindow(title))) toast.error(t('mini.failed'));
  };
  return (
    <Button
      icon={<PictureInPicture2 aria-hidden size={16} />}
      onPress={() => (isOpen ? closeMiniWindow() : void open())}
    >
      {t(isOpen ? 'mini.close' : 'mini.open')}
    </Button>
  );
}

/** The shared tab was closed, or its sharing was stopped: the microphone is recorded on. */
function SharingOver() {
  const { t } = useTranslation('recorder');
  const recorder = useRecorder();
  const share = async (): Promise<void> => {
    const failed = await recorder.share();
    if (failed) toast.error(t(`failed.${failed}`));
  };
  return (
    <Banner
      kind="warning"
      title={t('sharingOver')}
      action={
        <Button size="small" onPress={() => void share()}>
          {t('shareAgain')}
        </Button>
      }
    >
      {t('sharingOverText')}
    </Banner>
  );
}
