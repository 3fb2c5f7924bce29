import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Pager } from '~/ui/controls/pager';
import { NativeSwitch } from '~/ui/controls/native-switch';
import { NativeTable } from '~/ui/data/native-table';
import { RelativeTime } from '~/ui/data/relative-time';
import type { LivePageRange, LivePageRow } from '../../../../server/core/livepages/contract';
import { ConsoleForm } from '../console-form';
import { useNumber } from '../use-number';

export interface LivePageTableProps {
  pages: { list: readonly LivePageRow[]; total: number; currentPage: number; pageSize: number };
  range: LivePageRange;
  /** search words, encrypted as in the address */
  words: string;
}

/** The LivePages, each with a button that shows or hides it. */
export function LivePageTable({ pages, range, words }: LivePageTableProps) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  if (pages.total === 0) return <p className="py-6 text-center text-ink-muted">{t('livepage.noMatch')}</p>;
  return (
    <>
      <NativeTable
        label={t('livepage.table')}
        rows={pages.list}
        columns={[
          { id: 'title', title: t('livepage.column.title'), isRowHeader: true, cell: (row) => <Title row={row} /> },
          {
            id: 'creator',
            isWideOnly: true,
            title: t('livepage.column.creator'),
            className: 'md:whitespace-nowrap',
            cell: (row) => row.creator || t('livepage.former'),
          },
          {
            id: 'created',
            isWideOnly: true,
            title: t('livepage.column.created'),
            className: 'whitespace-nowrap text-ink-muted',
            cell: (row) => <RelativeTime at={row.createdAt} />,
          },
          {
            id: 'views',
            isWideOnly: true,
            title: t('livepage.column.views'),
            align: 'end',
            className: 'whitespace-nowrap',
            cell: (row) => number(row.views),
          },
          {
            id: 'visible',
            title: t('livepage.column.visible'),
            className: 'whitespace-nowrap md:pl-6',
            cell: (row) => <VisibleSwitch row={row} />,
          },
        ]}
      />
      <Pager
        page={pages.currentPage}
        pageSize={pages.pageSize}
        total={pages.total}
        hrefOf={(page) => paths.admin.livePage(range, words, page)}
        says={(from, to) =>
          t('employees.pages.range', { from: number(from), to: number(to), total: number(pages.total) })
        }
        names={{
          nav: t('employees.pages.nav'),
          previous: t('employees.pages.previous'),
          next: t('employees.pages.next'),
        }}
      />
    </>
  );
}

/** On a narrow screen this cell includes the content of the hidden columns. */
function Title({ row }: { row: LivePageRow }) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <span className="text-ink-strong">{row.title}</span>
      <span className="text-12 text-ink-muted md:hidden">
        {row.creator || t('livepage.former')} · <RelativeTime at={row.createdAt} /> · {t('livepage.column.views')}{' '}
        {number(row.views)}
      </span>
    </span>
  );
}

function VisibleSwitch({ row }: { row: LivePageRow }) {
  const { t } = useTranslation('admin');
  return (
    <ConsoleForm preventScrollReset>
      {({ reason }) => (
        <>
          <input type="hidden" name="id" value={row.id} />
          <input type="hidden" name="visible" value={String(!row.visible)} />
          <NativeSwitch
            isOn={row.visible}
            label={t('livepage.visibleOf', { title: row.title })}
            state={t(row.visible ? 'livepage.visible' : 'livepage.invisible')}
            title={reason ?? undefined}
          />
        </>
      )}
    </ConsoleForm>
  );
}
