import { BookmarkPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecorder } from '~/features/recorder/recorder-context';
import { reportFailure } from '~/features/failures/report-failure';
import { useSingleKeys } from '~/features/preferences/single-keys';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { Kbd } from '~/ui/data/kbd';
import { LIMITS } from '../../../sync/model/limits';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { MomentLine } from './moment-line';
import { useBookmark } from './use-bookmark';
import { useMomentLines } from './use-moment-lines';

/** Beside a running recording: bookmarks and notes, each with its moment. */
export function RecordingNotes({ meetingId, recordingId }: { meetingId: string; recordingId: string }) {
  const { t } = useTranslation('meeting');
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: meetingId });
  const bookmark = useBookmark();
  const singleKeys = useSingleKeys();
  return (
    <div className="flex flex-col gap-3">
      <Button icon={<BookmarkPlus aria-hidden size={16} />} onPress={() => void bookmark()}>
        <span className="inline-flex items-center gap-2">
          {t('moments.add')}
          {singleKeys && <Kbd keys="m" />}
        </span>
      </Button>
      <NoteLine meetingId={meetingId} recordingId={recordingId} />
      {meeting && <Lines meeting={meeting} recordingId={recordingId} />}
    </div>
  );
}

/**
 * One line of notes; its moment is when its first letter was typed. A line that is not finished when the recording ends,
 * or when the person leaves the screen, is stored as it is.
 */
function NoteLine({ meetingId, recordingId }: { meetingId: string; recordingId: string }) {
  const { t } = useTranslation(['meeting', 'errors']);
  const recorder = useRecorder();
  const [text, setText] = useState('');
  const at = useRef(0);
  const change = (value: string): void => {
    if (!text) at.current = recorder.level.get().capturedMs;
    setText(value);
  };
  const save = async (): Promise<void> => {
    if (!text.trim()) return;
    setText('');
    try {
      await run('moment.add', { id: meetingId, recordingId, at: at.current, kind: 'note', text });
    } catch (error) {
      setText(text);
      reportFailure(t, error);
    }
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => void latest.current(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        aria-label={t('meeting:moments.noteLabel')}
        placeholder={t('meeting:moments.notePlaceholder')}
        maxLength={LIMITS.momentText.max}
        value={text}
        onChange={change}
      />
    </form>
  );
}

/** Those of this recording, the newest first. */
function Lines({ meeting, recordingId }: { meeting: Meeting; recordingId: string }) {
  const { t } = useTranslation('meeting');
  const lineOf = useMomentLines(meeting);
  const moments = (meeting.moments ?? []).filter((m) => m.recordingId === recordingId).sort((a, b) => b.at - a.at);
  if (!moments.length) return null;
  return (
    <ul aria-label={t('moments.title')} className="flex max-h-64 flex-col overflow-y-auto">
      {moments.map((moment) => (
        <li key={moment.id}>
          <MomentLine {...lineOf(moment)} at={moment.at} />
        </li>
      ))}
    </ul>
  );
}
