import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '../../../sync/model/languages';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { toast } from '~/ui/feedback/toast';
import { reportFailure } from '~/features/failures/report-failure';
import { defaultMeetingTitle } from './meeting-title';
import { recordingFileName } from './format';
import { newId } from '../../../sync/model/ids';
import { isRecording, type AudioSource } from './machine';
import { useRecorder } from './recorder-context';

export interface RecordOptions {
  projectId?: string;
  title?: string;
  language?: Language;
  source?: AudioSource;
}

/** The language in which a person's meetings are transcribed: their preference, otherwise that of the interface. */
export function useRecognitionLanguage(): Language {
  const { i18n } = useTranslation();
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const chosen = preferences?.recognitionLanguage;
  return isLanguage(chosen) ? chosen : isLanguage(i18n.language) ? i18n.language : 'en';
}

/**
 * "Record meeting" from any screen: creates a meeting (without a project by default) once the microphone is open, and
 * navigates to it. If a recording is running, navigates to that one. Works without a network.
 */
export function useStartRecording(): (options?: RecordOptions) => Promise<void> {
  const { t, i18n } = useTranslation(['meeting', 'recorder', 'errors']);
  const navigate = useNavigate();
  const recorder = useRecorder();
  const preferred = useRecognitionLanguage();
  return useCallback(
    async (options = {}) => {
      const now = recorder.state.get();
      if (isRecording(now)) {
        // during the start there is no meeting yet
        if (now.phase !== 'starting') navigate(paths.meeting(now.meetingId));
        return;
      }
      if (await recorder.isElsewhere()) {
        toast.message(t('recorder:failed.elsewhere'));
        return;
      }
      const title = options.title || defaultMeetingTitle(t, i18n.language, new Date());
      const language = options.language ?? preferred;
      try {
        const id = newId();
        const newMeeting = {
          create: () =>
            run('meeting.create', { id, projectId: options.projectId ?? '', title, type: 'record', language }),
          remove: () => run('meeting.delete', { id }),
        };
        const target = {
          meetingId: id,
          title,
          language,
          source: options.source ?? 'microphone',
          fileName: recordingFileName(title, new Date()),
        };
        if (await recorder.start({ ...target, newMeeting })) navigate(paths.meeting(id));
      } catch (error) {
        reportFailure(t, error);
      }
    },
    [t, i18n.language, navigate, recorder, preferred],
  );
}
