import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MeetingPlan } from './meeting-plan';
import { useAnchor } from '~/features/search-anchor/use-anchor';
import { NoteEditor } from '~/features/note-editor/note-editor';
import { PolishNote } from '~/features/summary/polish-note';
import { RecorderPanel } from '~/features/recorder/recorder-panel';
import { useIsRecording, useRecorderState } from '~/features/recorder/recorder-context';
import { useQuery } from '~/replica/hooks';
import type { RecordingRow } from '../../../sync/engine/host/api';
import { meetingNoteId } from '../../../sync/model/ids';
import type { Meeting } from '../../../sync/model/kinds/meetings';

/** The meeting's shared note, and the recorder as long as this meeting can be recorded here. */
export function NotesTab({ meeting, rows }: { meeting: Meeting; rows: readonly RecordingRow[] }) {
  const { t } = useTranslation('meeting');
  const recording = useIsRecording();
  const state = useRecorderState();
  const contentId = meetingNoteId(meeting.id);
  const content = useQuery({ kind: 'one', collection: 'noteContents', id: contentId });
  // the text may arrive after its meeting; until then the meeting's abilities apply
  const writable = content ? content.abilities.includes('update') : meeting.abilities.includes('update');
  const mine = recording && state.phase !== 'idle' && state.meetingId === meeting.id;
  const text = useRef<HTMLDivElement>(null);
  useAnchor(text);
  const empty = meeting.recordings.length === 0 && rows.length === 0;
  const panel = mine || (meeting.abilities.includes('update') && meeting.type === 'record' && empty);
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:items-start">
      <div ref={text} className="order-2 min-w-0 flex-1 lg:order-1">
        <div className="flex justify-end">
          <PolishNote meeting={meeting} />
        </div>
        <NoteEditor contentId={contentId} writable={writable} ariaLabel={t('notes.label', { title: meeting.title })} />
      </div>
      {(panel || Boolean(meeting.agenda?.length)) && (
        <div className="order-1 flex w-full shrink-0 flex-col gap-4 lg:sticky lg:top-20 lg:order-2 lg:w-80">
          {panel && <RecorderPanel meetingId={meeting.id} title={meeting.title} language={meeting.language} />}
          <MeetingPlan meeting={meeting} />
        </div>
      )}
    </div>
  );
}
