import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { TranscriptVersion } from '../../../sync/model/kinds/transcripts';
import { originText } from './transcript-origin';

/** number of segments shown of a version */
const SHOWN = 5;

export interface TranscriptVersionsProps {
  meeting: Meeting;
  versions: readonly TranscriptVersion[];
}

/** Texts that an import has replaced; each can be restored. Renders nothing if there are none. */
export function TranscriptVersions({ meeting, versions }: TranscriptVersionsProps) {
  const { t } = useTranslation(['meeting', 'errors']);
  const [isOpen, setOpen] = useState(false);
  if (versions.length === 0) return null;
  const restore = async (versionId: string): Promise<void> => {
    try {
      await run('transcript.restore', { meetingId: meeting.id, versionId });
      setOpen(false);
      toast.message(t('meeting:transcriptVersions.restored'));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <>
      <Button size="small" icon={<History aria-hidden size={14} />} onPress={() => setOpen(true)}>
        {t('meeting:transcriptVersions.action', { count: versions.length })}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={t('meeting:transcriptVersions.title')}>
        <ol className="flex flex-col gap-5">
          {versions.map((version) => (
            <li key={version.id} className="flex flex-col gap-2 border-b border-line pb-4 last:border-0">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Facts version={version} />
                {meeting.abilities.includes('update') && (
                  <Button size="small" onPress={() => void restore(version.id)}>
                    {t('meeting:transcriptVersions.restore')}
                  </Button>
                )}
              </div>
              <ul lang={meeting.language} className="flex flex-col gap-1 text-14 text-ink">
                {version.segments.slice(0, SHOWN).map(({ id, text }) => (
                  <li key={id} className="truncate">
                    {text}
                  </li>
                ))}
                {version.segments.length > SHOWN && <li aria-hidden>…</li>}
              </ul>
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}

/** Time and author of the replacement, length of the text, and its source. */
function Facts({ version }: { version: TranscriptVersion }) {
  const { t } = useTranslation('meeting');
  const person = useQuery({ kind: 'one', collection: 'people', id: version.by });
  const facts = [
    person ? t('transcriptVersions.replacedBy', { name: person.name }) : '',
    t('transcriptVersions.lines', { count: version.segments.length }),
    originText(t, version),
  ].filter(Boolean);
  return (
    <span className="flex min-w-0 flex-col text-13 text-ink-muted">
      <RelativeTime at={version.at} />
      <span>{facts.join(' · ')}</span>
    </span>
  );
}
