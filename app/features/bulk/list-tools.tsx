import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Select } from '~/ui/controls/select';
import type { ListSelection } from '~/ui/data/selection';
import type { TopKind } from '../../../sync/model/top-kinds';
import { SelectionButton } from './selection-button';
import { SORTS, type Sort } from '../../../sync/model/kinds/preferences';

/** Above a list: its order, and the beginning of a selection for devices without hover and keys. */
export function ListTools({ list, sort, selection }: { list: TopKind; sort: Sort; selection: ListSelection }) {
  const { t } = useTranslation(['project', 'errors']);
  return (
    <div className="ml-auto flex items-center gap-1">
      <Select
        aria-label={t('project:list.sort')}
        className="w-44"
        options={SORTS.map((id) => ({
          id,
          // a meeting's place is its own time, which a list of them is grouped by
          label: t(`project:list.sortBy.${id === 'created' && list === 'meetings' ? 'date' : id}`),
        }))}
        value={sort}
        onChange={(by) => void run('preferences.sort', { list, by }).catch((error: unknown) => reportFailure(t, error))}
      />
      <SelectionButton selection={selection} />
    </div>
  );
}
