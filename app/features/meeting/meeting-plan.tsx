import { ClipboardList, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextArea } from '~/ui/controls/field';
import { Checkbox } from '~/ui/controls/toggle';
import { Avatar } from '~/ui/data/avatar';
import { fullTime } from '~/ui/data/relative-time';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { Written } from '~/i18n/written';
import { agendaOf } from '../../../sync/model/agenda-text';
import type { AgendaItem, Meeting } from '../../../sync/model/kinds/meetings';
import { SpeakersDialog } from './speakers-dialog';

/** The participants and the agenda. */
export function MeetingPlan({ meeting }: { meeting: Meeting }) {
  const { t, i18n } = useTranslation('meeting');
  const [dialog, setDialog] = useState<'people' | 'agenda' | null>(null);
  const writable = meeting.abilities.includes('update');
  const agenda = meeting.agenda ?? [];
  if (!writable && !agenda.length) return null;
  return (
    <section aria-label={t('plan.title')} className="flex flex-col gap-4 rounded-card border border-line bg-raised p-4">
      {meeting.plannedStartAt ? (
        <time className="text-13 text-ink-strong" dateTime={new Date(meeting.plannedStartAt).toISOString()}>
          {fullTime(meeting.plannedStartAt, i18n.language)}
        </time>
      ) : null}
      <div className="flex flex-col gap-2">
        <h3 className="text-13 font-medium">{t('info.participants')}</h3>
        <ul className="flex flex-wrap gap-2">
          {meeting.participants.map((p) => (
            <li key={p.id} className="flex max-w-full items-center gap-1.5 text-13">
              <Avatar name={p.name} size={20} />
              <span className="truncate">{p.name}</span>
            </li>
          ))}
        </ul>
        {writable && (
          <Button size="small" icon={<Users aria-hidden size={14} />} onPress={() => setDialog('people')}>
            {t('speaker.add')}
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="text-13 font-medium">{t('plan.agenda')}</h3>
        <Agenda meetingId={meeting.id} agenda={agenda} writable={writable} />
        {writable && (
          <Button size="small" icon={<ClipboardList aria-hidden size={14} />} onPress={() => setDialog('agenda')}>
            {t(agenda.length ? 'plan.edit' : 'plan.paste')}
          </Button>
        )}
      </div>
      <SpeakersDialog
        isOpen={dialog === 'people'}
        onOpenChange={(open) => setDialog(open ? 'people' : null)}
        meeting={meeting}
        writable={writable}
      />
      {dialog === 'agenda' && <AgendaDialog meetingId={meeting.id} agenda={agenda} onClose={() => setDialog(null)} />}
    </section>
  );
}

function Agenda({ meetingId, agenda, writable }: { meetingId: string; agenda: AgendaItem[]; writable: boolean }) {
  const { t } = useTranslation(['meeting', 'errors']);
  const mark = (id: string, isDone: boolean): void =>
    void run('agenda.set', {
      id: meetingId,
      items: agenda.map((item) => (item.id === id ? { ...item, isDone } : item)),
    }).catch((error: unknown) => {
      reportFailure(t, error);
    });
  if (!agenda.length) return null;
  return (
    <ul className="flex flex-col gap-1">
      {agenda.map((item) => (
        <li key={item.id}>
          <Checkbox isSelected={item.isDone} isDisabled={!writable} onChange={(isDone) => mark(item.id, isDone)}>
            <Written text={item.text} />
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

/** Edits the agenda as text, one item per line. Unchanged items keep their check mark. */
function AgendaDialog({
  meetingId,
  agenda,
  onClose,
}: {
  meetingId: string;
  agenda: AgendaItem[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [text, setText] = useState(agenda.map((item) => item.text).join('\n'));
  const save = async (): Promise<void> => {
    const known = [...agenda];
    const items = agendaOf(text).map((line) => {
      const at = known.findIndex((item) => item.text === line);
      return at < 0 ? { text: line, isDone: false } : known.splice(at, 1)[0]!;
    });
    try {
      await run('agenda.set', { id: meetingId, items });
      onClose();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <FormDialog title={t('meeting:plan.agenda')} submitLabel={t('common:save')} onSubmit={save} onClose={onClose}>
      <TextArea
        autoFocus
        aria-label={t('meeting:plan.agenda')}
        hint={t('meeting:plan.hint')}
        rows={8}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}
