import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '~/ui/cx';
import type { ItemOrder, ItemSort } from '../../../sync/model/item-order';
import { tableHead } from './table-layout';

/** The header row of the table; headers of sortable columns are buttons. */
export function FileTableHead({ order, onSort }: { order: ItemOrder; onSort: (by: ItemSort) => void }) {
  const { t } = useTranslation('files');
  const sortable = (by: ItemSort, isEnd = false) => (
    <div
      role="columnheader"
      aria-sort={order.by === by ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={cx('min-w-0', isEnd && 'text-right')}
    >
      <button
        type="button"
        onClick={() => onSort(by)}
        className="focus-ring inline-flex min-h-6 max-w-full items-center gap-1 rounded-control hover:text-ink-strong"
      >
        <span className="truncate">{t(`column.${by}`)}</span>
        {order.by === by &&
          (order.isDescending ? <ArrowDown aria-hidden size={12} /> : <ArrowUp aria-hidden size={12} />)}
      </button>
    </div>
  );
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={tableHead}>
        <div role="columnheader">
          <span className="sr-only">{t('column.type')}</span>
        </div>
        {sortable('name')}
        <div role="columnheader" className="truncate">
          {t('column.state')}
        </div>
        {sortable('size', true)}
        <div role="columnheader" className="hidden truncate pl-4 lg:block">
          {t('column.addedBy')}
        </div>
        {sortable('added', true)}
        <div role="columnheader">
          <span className="sr-only">{t('column.actions')}</span>
        </div>
      </div>
    </div>
  );
}
