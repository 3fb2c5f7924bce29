import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { TextField } from '~/ui/controls/field';
import { Select } from '~/ui/controls/select';
import { isArchived } from '../../../sync/model/kinds/projects';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';

/** Selects cannot hold '': this stands for no project. */
const NONE = '-';

/** The project of a meeting or note: one where this person may add some, or a new one. A meeting may have none. */
export function ProjectPicker({
  of = 'meetings',
  value,
  exclude,
  onChange,
}: {
  of?: 'meetings' | 'notes';
  value: string;
  /** a project that is not offered; '' for none at all */
  exclude?: string | undefined;
  onChange: (projectId: string) => void;
}) {
  const { t } = useTranslation('meeting');
  const projects = useQuery({
    kind: 'find',
    collection: 'projects',
    sort: [{ recency: 'asc' }],
    limit: LIMITS.projectPageSize,
  });
  const [creating, setCreating] = useState(false);
  const options = useMemo(
    () => [
      ...(of === 'meetings' && exclude !== '' ? [{ id: NONE, label: t('form.noProject') }] : []),
      ...(projects ?? [])
        .filter(
          (p) =>
            p.id !== exclude &&
            ((p.abilities.includes(of === 'meetings' ? 'addMeeting' : 'addNote') && !isArchived(p)) || p.id === value),
        )
        .map((p) => ({ id: p.id, label: p.title })),
    ],
    [projects, of, value, exclude, t],
  );
  return (
    <div className="flex items-end gap-2">
      <Select
        className="min-w-0 flex-1"
        label={t('form.project')}
        placeholder={t('form.chooseProject')}
        options={options}
        value={value || (of === 'meetings' && exclude !== '' ? NONE : null)}
        onChange={(id) => onChange(id === NONE ? '' : id)}
      />
      <Button icon={<Plus aria-hidden size={16} />} onPress={() => setCreating(true)}>
        {t('form.newProject')}
      </Button>
      <NewProject isOpen={creating} onOpenChange={setCreating} onCreated={onChange} />
    </div>
  );
}

function NewProject({
  isOpen,
  onOpenChange,
  onCreated,
}: {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (id: string) => void;
}) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [title, setTitle] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    const length = graphemeLength(clean(title));
    if (length < LIMITS.projectTitle.min || length > LIMITS.projectTitle.max) {
      setError(t('errors:PROJECT_TITLE_LENGTH_EXCEEDED'));
      return;
    }
    setBusy(true);
    try {
      const { id } = await run('project.create', { title: clean(title) });
      onCreated(id);
      setTitle('');
      onOpenChange(false);
    } catch (failed) {
      setError(errorText(t, failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      size="small"
      title={t('meeting:form.newProjectTitle')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={(close) => (
        <>
          <Button onPress={close}>{t('common:cancel')}</Button>
          <Button variant="primary" isLoading={busy} onPress={() => void create()}>
            {t('common:create')}
          </Button>
        </>
      )}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          autoFocus
          label={t('meeting:form.projectTitle')}
          value={title}
          error={error}
          onChange={(text) => {
            setTitle(text);
            setError('');
          }}
        />
      </form>
    </Dialog>
  );
}
