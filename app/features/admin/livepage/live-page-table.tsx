import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { buttonClass } from '~/ui/look';
import { RelativeTime } from '~/ui/relative-time';
import type { LivePageRange, LivePageRow } from '../../../../server/core/livepages/contract';
import { ConsoleForm } from '../console-form';
import { useNumber } from '../use-number';

export interface LivePageTableProps {
  pages: { list: readonly LivePageRow[]; total: number; currentPage: number; pageSize: number };
  range: LivePageRange;
  keyword: string;
}

const cell = 'border-b border-line px-2 py-1.5';
const head = 'h-9 border-b border-line px-2 font-medium';

/** The LivePages, each with the button that shows or hides it. */
export function LivePageTable({ pages, range, keyword }: LivePageTableProps) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  const last = Math.max(1, Math.ceil(pages.total / pages.pageSize));
  if (pages.total === 0) return <p className="py-6 text-center text-ink-muted">{t('livepage.noMatch')}</p>;
  return (
    <>
      <div tabIndex={0} role="region" aria-label={t('livepage.table')} className="focus-ring overflow-x-auto rounded-control">
        <table className="w-full min-w-[40rem] border-collapse text-left text-14">
          <thead>
            <tr className="text-12 text-ink-muted">
              <th scope="col" className={head}>{t('livepage.column.title')}</th>
              <th scope="col" className={head}>{t('livepage.column.creator')}</th>
              <th scope="col" className={head}>{t('livepage.column.created')}</th>
              <th scope="col" className={`${head} text-right`}>{t('livepage.column.views')}</th>
              <th scope="col" className={head}>{t('livepage.column.visible')}</th>
            </tr>
          </thead>
          <tbody>
            {pages.list.map((row) => (
              <tr key={row.id}>
                <th scope="row" className={`${cell} font-normal text-ink-strong`}>{row.title}</th>
                <td className={cell}>{row.creator || t('livepage.former')}</td>
                <td className={`${cell} whitespace-nowrap`}><RelativeTime at={row.createdAt} /></td>
                <td className={`${cell} tabular text-right`}>{number(row.views)}</td>
                <td className={cell}>
                  <ConsoleForm preventScrollReset className="flex items-center gap-2">
                    {({ reason }) => (
                      <>
                        <input type="hidden" name="id" value={row.id} />
                        <input type="hidden" name="visible" value={String(!row.visible)} />
                        <button
                          type="submit"
                          role="switch"
                          aria-checked={row.visible}
                          aria-label={t('livepage.visibleOf', { title: row.title })}
                          title={reason ?? undefined}
                          className={cx('focus-ring flex h-6 w-10 cursor-default items-center rounded-full border p-0.5 transition-colors disabled:opacity-45', row.visible ? 'justify-end border-accent bg-accent' : 'border-line-strong bg-sunken')}
                        >
                          <span className={cx('size-4 rounded-full', row.visible ? 'bg-on-accent' : 'bg-line-strong')} />
                        </button>
                        <span className="whitespace-nowrap text-13 text-ink-muted">{t(row.visible ? 'livepage.visible' : 'livepage.invisible')}</span>
                      </>
                    )}
                  </ConsoleForm>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last > 1 && (
        <nav aria-label={t('livepage.pages')} className="flex items-center justify-end gap-3 text-13">
          {pages.currentPage > 1 && <Link to={paths.admin.livePage(range, keyword, pages.currentPage - 1)} className={buttonClass('secondary', 'small')}>{t('livepage.newer')}</Link>}
          <span className="tabular text-ink-muted">{t('livepage.pageOf', { page: number(pages.currentPage), last: number(last) })}</span>
          {pages.currentPage < last && <Link to={paths.admin.livePage(range, keyword, pages.currentPage + 1)} className={buttonClass('secondary', 'small')}>{t('livepage.older')}</Link>}
        </nav>
      )}
    </>
  );
}
