import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { useQuery } from '~/replica/hooks';
import { Combobox } from '~/ui/controls/combobox';
import type { AgentTool } from '../../../sync/model/agents';
import type { Turn } from '../../../sync/model/kinds/turns';

/** Target of a change: the project of a note, or the note of a checklist; '' for none. */
export interface Place {
  projectId: string;
  noteId: string;
}

/** Project and note in the question's context. */
export const firstPlace = ({ context }: Pick<Turn, 'context'>): Place => ({
  projectId: context.find(({ kind }) => kind === 'projects')?.id ?? '',
  noteId: context.find(({ kind }) => kind === 'notes')?.id ?? '',
});

/** Asks for the target of a change. Renders nothing for a tool that needs no project or note. */
export function ChangePlace({
  kind,
  value,
  onChange,
}: {
  kind: AgentTool;
  value: Place;
  onChange: (place: Place) => void;
}) {
  if (kind === 'note')
    return (
      <ProjectPicker of="notes" value={value.projectId} onChange={(projectId) => onChange({ ...value, projectId })} />
    );
  if (kind === 'checklist')
    return <NotePicker value={value.noteId} onChange={(noteId) => onChange({ ...value, noteId })} />;
  return null;
}

/** Selects a note that this person may edit; the latest first. */
function NotePicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation(['agent-chat', 'common']);
  const notes = useQuery({ kind: 'find', collection: 'notes', sort: [{ recency: 'asc' }] });
  const projects = useQuery({ kind: 'find', collection: 'projects' });
  const options = useMemo(() => {
    const titles = new Map(projects?.map(({ id, title }) => [id, title]));
    return (notes ?? [])
      .filter(({ abilities }) => abilities.includes('update'))
      .map(({ id, title, projectId }) => ({
        id,
        label: title || t('common:untitled'),
        ...(titles.get(projectId) ? { detail: titles.get(projectId)! } : {}),
      }));
  }, [notes, projects, t]);
  return (
    <Combobox
      label={t('agent-chat:place.note')}
      placeholder={t('agent-chat:place.chooseNote')}
      empty={t('agent-chat:place.noNote')}
      options={options}
      value={value || null}
      onChange={onChange}
    />
  );
}
