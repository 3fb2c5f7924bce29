import { useNavigate } from '@remix-run/react';
import { FileAudio, Mic, Upload, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { DropZone, FileTrigger, type FileDropItem } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { launchedFiles, takeLaunchedFile } from '~/features/install/launched-files';
import { errorCode, errorText } from '~/features/failures/error-text';
import { sizeText } from '~/i18n/size-text';
import type { AudioSource } from '~/features/recorder/machine';
import { useMeetingOnOtherDevice } from '~/features/recorder/use-other-device';
import { useRecordingElsewhere } from '~/features/recorder/recorder-context';
import { StartHints } from '~/features/recorder/start-hints';
import { languageOptions, useSourceOptions } from '~/features/recorder/recorder-panel';
import { useRecognitionLanguage, useStartRecording } from '~/features/recorder/use-start-recording';
import type { Language } from '../../../sync/model/languages';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength, truncate } from '../../../sync/model/text';
import { audioFileProblem } from './audio-file-check';
import { defaultMeetingTitle } from '~/features/recorder/meeting-title';
import { ProjectPicker } from '~/features/project-picker/project-picker';

export type FormMode = 'record' | 'upload' | 'calendar';

/** Returns the error text of a file, with its name and the accepted types. */
function useFileProblem(): (error: unknown) => string {
  const { t } = useTranslation(['meeting', 'errors']);
  return (error) => {
    const { code, params } = errorCode(error);
    if (code === 'FILE_TYPE_NOT_SUPPORT') return t('meeting:form.wrongType', params);
    if (code === 'FILE_CONTENT_EMPTY') return t('meeting:form.emptyFile', params);
    return errorText(t, error);
  };
}

/** Fields shared by both forms. `suggestion` is used for an empty title. */
function useMeetingFields(projectId: string, suggestion = '') {
  const { t, i18n } = useTranslation(['meeting', 'errors']);
  const preferred = useRecognitionLanguage();
  const [project, setProject] = useState(projectId);
  const [title, setTitle] = useState('');
  const [chosen, setLanguage] = useState<Language | null>(null);
  const [titleError, setTitleError] = useState('');
  const [suggested] = useState(() => new Date());
  const fallback = suggestion || defaultMeetingTitle(t, i18n.language, suggested);
  const language = chosen ?? preferred;
  /** The title to use; null after showing an error. */
  const checkedTitle = async (): Promise<string | null> => {
    const text = clean(title) || fallback;
    if (graphemeLength(text) > LIMITS.meetingTitle.max) {
      setTitleError(t('meeting:form.titleTooLong', { max: LIMITS.meetingTitle.max }));
      return null;
    }
    try {
      await run('meeting.checkTitle', { projectId: project, title: text });
      return text;
    } catch (error) {
      setTitleError(errorText(t, error));
      return null;
    }
  };
  const fields = (
    <>
      <TextField
        label={t('meeting:form.title')}
        placeholder={fallback}
        value={title}
        error={titleError}
        onChange={(text) => {
          setTitle(text);
          setTitleError('');
        }}
      />
      <ProjectPicker value={project} onChange={setProject} />
      <Select label={t('meeting:form.language')} options={languageOptions} value={language} onChange={setLanguage} />
    </>
  );
  return { fields, project, language, checkedTitle, clearTitle: () => setTitle('') };
}

/** The form that starts the recording of a meeting. */
export function RecordForm({ projectId }: { projectId: string }) {
  const { t } = useTranslation(['meeting', 'recorder', 'errors']);
  const { fields, project, language, checkedTitle } = useMeetingFields(projectId);
  const sources = useSourceOptions();
  const [source, setSource] = useState<AudioSource>('microphone');
  const [busy, setBusy] = useState(false);
  const elsewhere = useRecordingElsewhere();
  const other = useMeetingOnOtherDevice();
  const start = useStartRecording();
  const submit = async (): Promise<void> => {
    setBusy(true);
    const title = await checkedTitle();
    if (title !== null) await start({ projectId: project, title, language, source });
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {elsewhere && <Banner kind="warning">{t('recorder:failed.elsewhere')}</Banner>}
      {!elsewhere && other && (
        <Banner kind="warning" title={t('errors:MEETING_TIME_CONFLICT')}>
          {t('meeting:form.recordedElsewhere', { title: other.title })}
        </Banner>
      )}
      {fields}
      <Select label={t('recorder:source.label')} options={sources} value={source} onChange={setSource} />
      <StartHints source={source} />
      <div className="flex flex-wrap items-center gap-4 pt-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<Mic aria-hidden size={18} />}
          isLoading={busy}
          isDisabled={elsewhere}
        >
          {t('recorder:start')}
        </Button>
        <p className="flex-1 basis-60 text-13 leading-relaxed text-ink-muted">{t('recorder:startHint')}</p>
      </div>
    </form>
  );
}

/** The form that imports a file as the recording of a meeting. Copies it to this device first, so it works offline. */
export function UploadForm({ projectId }: { projectId: string }) {
  const { t } = useTranslation('meeting');
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const suggestion = file ? truncate(clean(file.name.replace(/\.[^.]+$/, '')), LIMITS.meetingTitle.max) : '';
  const { fields, project, language, checkedTitle, clearTitle } = useMeetingFields(projectId, suggestion);
  const problemText = useFileProblem();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  // whether the form has a file or its error; a ref, since React's state would be set later
  const occupied = useRef(false);
  const take = (chosen: File | null): void => {
    occupied.current = chosen !== null;
    const wrong = chosen && audioFileProblem(chosen);
    setProblem(wrong ? problemText(wrong) : '');
    setFile(wrong ? null : chosen);
  };
  const launched = useSyncExternalStore(launchedFiles.subscribe, launchedFiles.count, () => 0);
  useEffect(() => {
    if (launched > 0 && !occupied.current) take(takeLaunchedFile());
  });
  const submit = async (): Promise<void> => {
    if (!file) {
      setProblem((now) => now || t('form.fileRequired'));
      return;
    }
    setBusy(true);
    const title = await checkedTitle();
    if (title === null) return setBusy(false);
    let made = '';
    try {
      // checked before the meeting is created: a second attempt would clash with its title
      await run('recording.check', { file, fileName: file.name });
      made = (await run('meeting.create', { projectId: project, title, type: 'upload', language })).id;
      await run('recording.import', { meetingId: made, file, fileName: file.name, language });
      if (launchedFiles.count() === 0) return navigate(paths.meeting(made, 'transcript'));
      toast.success(t('form.kept', { title }));
      clearTitle();
      take(null);
    } catch (error) {
      setProblem(problemText(error));
      setFile(null);
      // delete the meeting, which is empty without its file; the form keeps its values
      if (made) await run('meeting.delete', { id: made }).catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FileField file={file} problem={problem} onFile={take} />
      {launched > 0 && (
        <div className="-mt-2 flex flex-wrap items-center justify-between gap-2 text-13 text-ink-muted">
          <p role="status">{t('form.launched', { count: launched })}</p>
          <Button size="small" variant="quiet" onPress={() => take(takeLaunchedFile())}>
            {t('form.nextFile')}
          </Button>
        </div>
      )}
      {fields}
      <div className="flex flex-wrap items-center gap-4 pt-2">
        <Button type="submit" variant="primary" size="large" icon={<Upload aria-hidden size={18} />} isLoading={busy}>
          {t('form.upload')}
        </Button>
        <p className="flex-1 basis-60 text-13 leading-relaxed text-ink-muted">{t('form.uploadHint')}</p>
      </div>
    </form>
  );
}

function FileField({
  file,
  problem,
  onFile,
}: {
  file: File | null;
  problem: string;
  onFile: (file: File | null) => void;
}) {
  const { t, i18n } = useTranslation(['meeting', 'common']);
  return (
    <div className="flex flex-col gap-1.5">
      <DropZone
        onDrop={(event) =>
          void event.items
            .find((i): i is FileDropItem => i.kind === 'file')
            ?.getFile()
            .then(onFile)
        }
        className={cx(
          'flex min-h-32 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong bg-sunken p-4 text-center',
          'data-drop-target:border-accent data-drop-target:bg-accent-tint data-focus-visible:outline-2 data-focus-visible:outline-solid data-focus-visible:outline-accent',
          problem && 'border-danger',
        )}
      >
        {file ? (
          <div className="flex w-full items-center gap-3 text-left">
            <FileAudio aria-hidden size={20} className="shrink-0 text-ink-muted" />
            <span className="min-w-0 flex-1 truncate text-ink-strong">{file.name}</span>
            <span className="tabular text-12 text-ink-muted">{sizeText(file.size, i18n.language)}</span>
            <IconButton
              label={t('common:remove')}
              size="small"
              icon={<X aria-hidden size={16} />}
              onPress={() => onFile(null)}
            />
          </div>
        ) : (
          <>
            <p className="text-14 text-ink">{t('meeting:form.drop')}</p>
            <FileTrigger
              acceptedFileTypes={[...LIMITS.audioTypes, 'audio/wav', 'audio/webm', 'audio/mpeg']}
              onSelect={(list) => onFile(list?.[0] ?? null)}
            >
              <Button icon={<FileAudio aria-hidden size={16} />}>{t('meeting:form.choose')}</Button>
            </FileTrigger>
            <p className="text-12 text-ink-muted">
              {t('meeting:form.formats', {
                formats: LIMITS.audioTypes.join(', '),
                maxSize: LIMITS.audioBytes / 1024 / 1024,
              })}
            </p>
          </>
        )}
      </DropZone>
      {problem && (
        <p role="alert" className="text-12 text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
