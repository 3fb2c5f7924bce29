import { FileText } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/shell/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { DropZone } from '~/ui/controls/drop-zone';
import { toast } from '~/ui/feedback/toast';
import { readTranscript, TRANSCRIPT_TYPES } from '../../../sync/model/transcript-file';

/** bytes of a file that is read */
const FILE_BYTES = 16 * 1024 * 1024;

/** Takes a transcript that was made elsewhere. */
export function ImportTranscript({ meetingId }: { meetingId: string }) {
  const { t } = useTranslation(['meeting', 'errors']);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const lines = file.size > FILE_BYTES ? [] : readTranscript(file.name, await file.text());
      if (!lines.length) {
        toast.error(t('meeting:import.nothing', { fileName: file.name }));
        return;
      }
      await run('transcript.import', { meetingId, lines });
      toast.message(t('meeting:import.queued', { count: lines.length }));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropZone
      text={t('meeting:import.drop')}
      onDrop={(files) => void take(files[0])}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line p-4"
    >
      <p className="min-w-0 flex-1 basis-60 text-13 text-ink-muted">{t('meeting:import.text')}</p>
      <FileTrigger acceptedFileTypes={[...TRANSCRIPT_TYPES]} onSelect={(list) => void take(list?.[0])}>
        <Button size="small" icon={<FileText aria-hidden size={14} />} isLoading={busy}>
          {t('meeting:import.choose')}
        </Button>
      </FileTrigger>
    </DropZone>
  );
}
