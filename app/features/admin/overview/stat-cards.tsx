import { useTranslation } from 'react-i18next';
import { useNumber } from '~/features/admin/use-number';
import { cx } from '~/ui/cx';
import type { DashboardData, DashboardStats } from '../../../../server/core/dashboard/contract';

/** In order of interest: people first, then what they create. */
const ORDER: readonly (keyof DashboardStats)[] = [
  'activeUserCount',
  'projectCount',
  'chatCount',
  'webSearchCount',
  'deepResearchCount',
  'livePageCount',
];

/** The counts of the time span; each selects its trend. */
export function StatCards({
  data,
  shown,
  onShow,
}: {
  data: DashboardData;
  shown: keyof DashboardStats;
  onShow: (stat: keyof DashboardStats) => void;
}) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  return (
    <ul aria-label={t('overview.stats')} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {ORDER.map((stat) => (
        <li key={stat} className="flex">
          <button
            type="button"
            aria-pressed={stat === shown}
            onClick={() => onShow(stat)}
            className={cx(
              'focus-ring flex w-full cursor-default flex-col gap-1 rounded-card border bg-raised p-4 text-left transition-colors hover:border-line-strong',
              stat === shown ? 'border-accent shadow-[inset_0_0_0_1px_var(--accent)]' : 'border-line',
            )}
          >
            <span className="text-13 text-ink-muted">{t(`overview.stat.${stat}`)}</span>
            <span className="tabular text-24 font-semibold text-ink-strong">{number(data.stats[stat])}</span>
            <span className="tabular text-12 text-ink-muted">
              {t(stat === 'activeUserCount' ? 'overview.ofMembers' : 'overview.inAll', {
                count: data.totals[stat],
                number: number(data.totals[stat]),
              })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
