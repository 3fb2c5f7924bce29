import { BookA, Copy, Download, Search, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '~/ui/save-file';
import { Button } from '~/ui/controls/button';
import { ICON_IF_NARROW } from '~/ui/controls/button-styles';
import { MenuButton } from '~/ui/overlays/menu';
import { Switch } from '~/ui/controls/toggle';
import { toast } from '~/ui/feedback/toast';
import { useQuery } from '~/replica/hooks';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Segment, TranscriptVersion } from '../../../sync/model/kinds/transcripts';
import { ImportButton } from './import-transcript';
import { offsetsOf, type MeetingAudio } from './recordings-of';
import { linesOf, type Line, TRANSCRIPT_MIME, writeTranscript, type TranscriptFormat } from './transcript-text';
import { TranscriptVersions } from './transcript-versions';

export interface TranscriptToolsProps {
  meeting: Meeting;
  segments: readonly Segment[];
  versions: readonly TranscriptVersion[];
  recordings: readonly MeetingAudio[];
  writable: boolean;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  onManageSpeakers: () => void;
  onFind: () => void;
  onCheckTerms: () => void;
}

/** Buttons for speakers, copy, export, import and earlier versions, and the switch for following playback. */
export function TranscriptTools({
  meeting,
  segments,
  versions,
  recordings,
  writable,
  follow,
  onFollow,
  onManageSpeakers,
  onFind,
  onCheckTerms,
}: TranscriptToolsProps) {
  const { t } = useTranslation(['meeting', 'common']);
  const corrections = useQuery({ kind: 'syncState', collection: 'transcripts', id: meeting.id });
  const lines = (): Line[] => {
    const names = new Map(meeting.participants.map((p) => [p.id, p.name]));
    return linesOf(segments, (id) => names.get(id) ?? '', offsetsOf(recordings));
  };
  const write = (format: TranscriptFormat): string => writeTranscript(format, lines(), meeting.title);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(write('txt'));
      toast.success(t('common:copied'));
    } catch {
      toast.error(t('meeting:transcript.copyFailed'), { description: t('meeting:transcript.copyFailedHint') });
    }
  };
  const save = async (format: string): Promise<void> => {
    const name = `${meeting.title.replace(/[\\/:*?"<>|]+/g, ' ').trim()}.${format}`;
    if (format === 'docx') {
      // loaded lazily, since the writer is large
      const { transcriptDocx } = await import('./transcript-docx');
      return saveFile(name, await transcriptDocx(lines(), meeting.title, meeting.language));
    }
    const kind = format as TranscriptFormat;
    saveFile(name, new Blob([write(kind)], { type: `${TRANSCRIPT_MIME[kind]};charset=utf-8` }));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" icon={<Users aria-hidden size={14} />} onPress={onManageSpeakers}>
        {t(writable ? 'meeting:speaker.manage' : 'meeting:speaker.list')}
      </Button>
      <Button size="small" icon={<Search aria-hidden size={14} />} onPress={onFind}>
        {t(writable ? 'meeting:find.label' : 'meeting:find.query')}
      </Button>
      {writable && (
        <Button size="small" icon={<BookA aria-hidden size={14} />} onPress={onCheckTerms}>
          {t('meeting:terms.label')}
        </Button>
      )}
      <Button size="small" className={ICON_IF_NARROW} icon={<Copy aria-hidden size={14} />} onPress={() => void copy()}>
        <span className="max-sm:sr-only">{t('common:copy')}</span>
      </Button>
      <MenuButton
        label={t('meeting:transcript.export')}
        trigger={
          <Button size="small" className={ICON_IF_NARROW} icon={<Download aria-hidden size={14} />}>
            <span className="max-sm:sr-only">{t('meeting:transcript.export')}</span>
          </Button>
        }
        items={[
          { id: 'vtt', label: 'WebVTT (.vtt)' },
          { id: 'srt', label: 'SubRip (.srt)' },
          { id: 'txt', label: t('meeting:transcript.plainText') },
          { id: 'docx', label: 'Word (.docx)' },
          { id: 'json', label: 'JSON (.json)' },
        ]}
        onAction={(format) => void save(format).catch(() => toast.error(t('meeting:transcript.exportFailed')))}
      />
      {meeting.abilities.includes('update') && <ImportButton meetingId={meeting.id} segments={segments} />}
      <TranscriptVersions meeting={meeting} versions={versions} />
      {corrections === 'onDevice' && <span className="text-12 text-ink-muted">{t('common:syncBadge.onDevice')}</span>}
      <Switch className="ml-auto" isSelected={follow} onChange={onFollow}>
        {t('meeting:transcript.follow')}
      </Switch>
    </div>
  );
}
