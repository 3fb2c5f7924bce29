import { Merge, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfPerson, type People } from '~/features/people/use-people';
import { errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { Combobox } from '~/ui/controls/combobox';
import { LIMITS } from '../../../sync/model/limits';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Participant } from '../../../sync/model/participants';
import { clean, graphemeLength } from '../../../sync/model/text';

/** id of the option "no colleague", as an option's id cannot be empty */
const NOBODY = '-';

export interface SpeakersDialogProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  meeting: Meeting;
  writable: boolean;
  /** renders a button that plays a sample of a participant's voice */
  sampleOf?: (participant: Participant) => ReactNode;
  /** history of speakers */
  history?: ReactNode;
}

/** Edits speakers: names (for all their segments) and linked colleagues; plays samples of their voices. */
export function SpeakersDialog({ isOpen, onOpenChange, meeting, writable, sampleOf, history }: SpeakersDialogProps) {
  const { t } = useTranslation(['meeting', 'common']);
  const people = useQuery({ kind: 'find', collection: 'people', selector: { kind: 'member' } });
  const colleagues = useMemo(
    () => [
      { id: NOBODY, label: t('meeting:speaker.nobody') },
      ...(people ?? []).filter((p) => p.active).map((p) => ({ id: p.id, label: p.name, detail: p.email })),
    ],
    [people, t],
  );
  const byId = useMemo(() => new Map((people ?? []).map((p) => [p.id, p])), [people]);
  return (
    <Dialog
      title={t('meeting:speaker.title')}
      description={t('meeting:speaker.text')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <ul className="flex flex-col gap-4 pb-4">
        {meeting.participants.map((p) => (
          <Speaker
            key={p.id}
            meetingId={meeting.id}
            participant={p}
            others={meeting.participants.filter(({ id }) => id !== p.id)}
            colleagues={colleagues}
            byId={byId}
            writable={writable}
            sample={sampleOf?.(p)}
          />
        ))}
      </ul>
      {writable && (
        <AddSpeaker
          meetingId={meeting.id}
          colleagues={colleagues.filter(
            ({ id }) => id !== NOBODY && !meeting.participants.some(({ userId }) => userId === id),
          )}
        />
      )}
      {history}
    </Dialog>
  );
}

/** Returns the error of a name, '' if it is valid. */
function useNameCheck(): (name: string) => string {
  const { t } = useTranslation('meeting');
  return (name) => {
    const length = graphemeLength(clean(name));
    return length < LIMITS.participantName.min
      ? t('speaker.nameRequired')
      : length > LIMITS.participantName.max
        ? t('speaker.nameTooLong', { max: LIMITS.participantName.max })
        : '';
  };
}

interface SpeakerProps {
  meetingId: string;
  participant: Participant;
  others: readonly Participant[];
  colleagues: { id: string; label: string; detail?: string }[];
  byId: People['byId'];
  writable: boolean;
  /** the button that plays a sample of the voice */
  sample: ReactNode;
}

function Speaker({ meetingId, participant, others, colleagues, byId, writable, sample }: SpeakerProps) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const check = useNameCheck();
  // a person who left the organization stays linked until the speaker is changed
  const { userId: linkedId } = participant;
  const options =
    linkedId && !colleagues.some(({ id }) => id === linkedId)
      ? [...colleagues, { id: linkedId, label: nameOfPerson({ byId }, linkedId, t('meeting:history.former')) }]
      : colleagues;
  const [name, setName] = useState<string | null>(null);
  const [error, setError] = useState('');
  const save = async (text: string, userId?: string): Promise<void> => {
    const wrong = check(text);
    setError(wrong);
    if (wrong || (clean(text) === participant.name && userId === undefined)) return;
    try {
      await run('meeting.renameSpeaker', {
        id: meetingId,
        participantId: participant.id,
        name: clean(text),
        ...(userId === undefined ? {} : { userId }),
      });
      setName(null);
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  const link = (id: string): void => {
    const colleague = colleagues.find((c) => c.id === id);
    // a speaker linked to a colleague gets their name; unlinking keeps the current name
    void save(id === NOBODY ? participant.name : (colleague?.label ?? participant.name), id === NOBODY ? '' : id);
  };
  const merge = (into: string): void =>
    void run('meeting.mergeSpeakers', { id: meetingId, from: participant.id, into }).catch((failed: unknown) =>
      setError(errorText(t, failed)),
    );
  const remove = (): void =>
    void run('meeting.removeParticipant', { id: meetingId, participantId: participant.id }).catch((failed: unknown) =>
      setError(errorText(t, failed)),
    );
  if (!writable) {
    return (
      <li className="flex items-center gap-3">
        <Avatar name={participant.name} size={24} />
        <span className="min-w-0 flex-1 text-14 break-words">{participant.name}</span>
        {sample}
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-start justify-end gap-2">
      <form
        className="min-w-40 flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          void save(name ?? participant.name);
        }}
      >
        <TextField
          aria-label={t('meeting:speaker.name')}
          value={name ?? participant.name}
          error={error}
          onChange={setName}
          onBlur={() => {
            if (name !== null) void save(name);
          }}
          hint={
            participant.transcriptionOriName && participant.transcriptionOriName !== participant.name
              ? t('meeting:speaker.original', { name: participant.transcriptionOriName })
              : undefined
          }
        />
      </form>
      <Combobox
        aria-label={t('meeting:speaker.colleague')}
        empty={t('meeting:speaker.noColleague')}
        className="w-44"
        options={options}
        value={linkedId || NOBODY}
        onChange={link}
      />
      {sample}
      {others.length > 0 && (
        <MenuButton
          label={t('meeting:speaker.merge', { name: participant.name })}
          trigger={
            <IconButton
              label={t('meeting:speaker.merge', { name: participant.name })}
              icon={<Merge aria-hidden size={16} />}
            />
          }
          items={[
            {
              id: 'others',
              title: t('meeting:speaker.mergeInto'),
              entries: others.map((p) => ({ id: p.id, label: p.name })),
            },
          ]}
          onAction={merge}
        />
      )}
      <IconButton
        label={t('meeting:speaker.remove', { name: participant.name })}
        icon={<Trash2 aria-hidden size={16} />}
        onPress={remove}
      />
    </li>
  );
}

/** Adds a colleague from the list, or a person by name. */
function AddSpeaker({ meetingId, colleagues }: Pick<SpeakerProps, 'meetingId' | 'colleagues'>) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const check = useNameCheck();
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const add = async (text: string, userId?: string): Promise<void> => {
    const wrong = check(text);
    setError(wrong);
    if (wrong) return;
    try {
      await run('meeting.addParticipant', { id: meetingId, name: clean(text), ...(userId ? { userId } : {}) });
      setName('');
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <form
      className="flex items-start gap-2 border-t border-line py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add(name);
      }}
    >
      <Combobox
        className="min-w-0 flex-1"
        aria-label={t('meeting:speaker.add')}
        placeholder={t('meeting:speaker.add')}
        options={colleagues}
        value={null}
        onChange={(id) => void add(colleagues.find((colleague) => colleague.id === id)?.label ?? '', id)}
        text={name}
        onTextChange={(text) => {
          setName(text);
          setError('');
        }}
        error={error}
      />
      <Button type="submit" icon={<Plus aria-hidden size={16} />}>
        {t('common:add')}
      </Button>
    </form>
  );
}
