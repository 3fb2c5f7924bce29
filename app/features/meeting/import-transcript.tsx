import { FileText, FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { ICON_IF_NARROW } from '~/ui/controls/button-styles';
import { DropZone } from '~/ui/controls/drop-zone';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { textOfFile } from '../../../sync/text/decode-text';
import { CallError } from '../../../sync/protocol/errors';
import {
  IMPORTED_LINES,
  readTranscript,
  TRANSCRIPT_TYPES,
  type ImportedLine,
} from '../../../sync/model/transcript-file';

/** most bytes of a file */
const FILE_BYTES = 16 * 1024 * 1024;

export interface ImportTranscriptProps {
  meetingId: string;
  /** the present text, empty for none */
  segments: readonly Segment[];
}

/** Imports a transcript of another tool; asks before it replaces a text. */
function useImport({ meetingId, segments }: ImportTranscriptProps): {
  isBusy: boolean;
  take: (file: File | null | undefined) => void;
  question: ReactNode;
} {
  const { t } = useTranslation(['meeting', 'errors']);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ fileName: string; lines: ImportedLine[] } | null>(null);
  const queue = async (lines: ImportedLine[], isReplacing: boolean): Promise<void> => {
    try {
      await run('transcript.import', { meetingId, lines, isReplacing });
      toast.message(t('meeting:import.queued', { count: lines.length }));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const read = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      if (file.size > FILE_BYTES) throw new CallError('TRANSCRIPT_TOO_LARGE');
      const lines = readTranscript(file.name, await textOfFile(file));
      if (lines.length > IMPORTED_LINES) throw new CallError('TRANSCRIPT_TOO_LARGE');
      if (!lines.length) toast.error(t('meeting:import.nothing', { fileName: file.name }));
      else if (segments.length) setAsked({ fileName: file.name, lines });
      else await queue(lines, false);
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  const corrected = segments.filter(({ original }) => original !== '').length;
  return {
    isBusy,
    take: (file) => {
      if (file) void read(file);
    },
    question: (
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('meeting:import.replace.title')}
        description={[
          t('meeting:import.replace.text', { fileName: asked?.fileName, count: asked?.lines.length ?? 0 }),
          corrected > 0 ? t('meeting:import.replace.corrections', { count: corrected }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
        confirmLabel={t('meeting:import.replace.confirm')}
        isDanger={false}
        onConfirm={() => queue(asked!.lines, true)}
      />
    ),
  };
}

/** Shown if there is no transcript: an area to drop a file on. */
export function ImportTranscript(props: ImportTranscriptProps) {
  const { t } = useTranslation('meeting');
  const { isBusy, take, question } = useImport(props);
  return (
    <DropZone
      text={t('import.drop')}
      onDrop={(files) => take(files[0])}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line p-4"
    >
      <p className="min-w-0 flex-1 basis-60 text-13 text-ink-muted">{t('import.text')}</p>
      <FileTrigger acceptedFileTypes={[...TRANSCRIPT_TYPES]} onSelect={(list) => take(list?.[0])}>
        <Button size="small" icon={<FileText aria-hidden size={14} />} isLoading={isBusy}>
          {t('import.choose')}
        </Button>
      </FileTrigger>
      {question}
    </DropZone>
  );
}

/** Shown next to a transcript: a button to replace it. */
export function ImportButton(props: ImportTranscriptProps) {
  const { t } = useTranslation('meeting');
  const { isBusy, take, question } = useImport(props);
  return (
    <>
      <FileTrigger acceptedFileTypes={[...TRANSCRIPT_TYPES]} onSelect={(list) => take(list?.[0])}>
        <Button size="small" className={ICON_IF_NARROW} icon={<FileUp aria-hidden size={14} />} isLoading={isBusy}>
          <span className="max-sm:sr-only">{t('import.label')}</span>
        </Button>
      </FileTrigger>
      {question}
    </>
  );
}
