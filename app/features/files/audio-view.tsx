import { useNavigate } from '@remix-run/react';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { useRecognitionLanguage } from '~/features/recorder/use-start-recording';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { fileCalls } from '../../../server/core/files/contract';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { useBlobUrl } from './use-file-bytes';

/** A player for an audio file, and a button that makes it the recording of a meeting, which is then transcribed. */
export function AudioView({ item, blob }: { item: ProjectItem; blob: Blob }) {
  const { t } = useTranslation(['files', 'errors']);
  const navigate = useNavigate();
  const url = useBlobUrl(blob);
  const isOnline = useStatus().connection.state === 'online';
  const language = useRecognitionLanguage();
  const [busy, setBusy] = useState(false);
  const makeMeeting = async () => {
    setBusy(true);
    try {
      const { meetingId } = await call(fileCalls.makeRecording, { id: item.id, language });
      navigate(paths.meeting(meetingId));
    } catch (error) {
      reportFailure(t, error, { title: t('files:audio.failed') });
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      {url && <audio controls src={url} aria-label={item.title} className="w-full" />}
      {item.abilities.includes('update') && item.version > 0 && (
        <div className="flex flex-col items-start gap-1.5">
          <Button
            icon={<Mic aria-hidden size={16} />}
            isLoading={busy}
            isDisabled={!isOnline}
            onPress={() => void makeMeeting()}
          >
            {t('files:audio.meeting')}
          </Button>
          <p className="text-12 text-ink-muted">{t(isOnline ? 'files:audio.meetingHint' : 'files:audio.offline')}</p>
        </div>
      )}
    </div>
  );
}
