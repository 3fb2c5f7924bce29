import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '~/features/admin/state';
import { useNumber } from '~/features/admin/use-number';
import { cx } from '~/ui/cx';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { TrendPoint } from './trend-point';

/**
 * A chart that cannot be loaded does not reload the page as a missing screen does (features/update): the table replaces
 * it.
 */
const loadChart = (): Promise<typeof import('./trend-chart')> => {
  const keepPage = (event: Event): void => event.stopImmediatePropagation();
  addEventListener('vite:preloadError', keepPage, true);
  return import('./trend-chart').finally(() => removeEventListener('vite:preloadError', keepPage, true));
};

type View = 'chart' | 'table';

/** One count (`name`) over the time span, as a chart or a table. The table is shown if the chart cannot be loaded. */
export function Trend({ name, title, points }: { name: string; title: string; points: readonly TrendPoint[] }) {
  const { t } = useTranslation('admin');
  const [view, setView] = useState<View>('chart');
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const isFresh = useConsole().stale === null;
  const table = <TrendTable name={name} points={points} />;
  return (
    <section aria-labelledby="trend" className="rounded-card border border-line bg-raised p-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="trend" className="text-14">
          {title}
        </h2>
        <div role="group" aria-label={t('overview.view.label')} className="flex gap-1">
          {(['chart', 'table'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => setView(each)}
              className={cx(
                'focus-ring min-h-7 cursor-default rounded-control px-2.5 text-13 transition-colors hover:bg-hover',
                view === each ? 'bg-hover font-medium text-ink-strong' : 'text-ink-muted',
              )}
            >
              {t(`overview.view.${each}`)}
            </button>
          ))}
        </div>
      </div>
      {view === 'table' ? (
        table
      ) : points.every(({ value }) => value === 0) ? (
        <p className="flex h-72 items-center justify-center text-center text-ink-muted">{t('overview.nothing')}</p>
      ) : !ready ? (
        <Skeleton className="h-72" />
      ) : (
        // retried when the server answers again
        <Unless key={String(isFresh)} failed={table}>
          <Chart name={name} points={points} />
        </Unless>
      )}
    </section>
  );
}

function Chart(props: { name: string; points: readonly TrendPoint[] }) {
  const [Loaded] = useState(() => lazy(loadChart));
  return (
    <Suspense fallback={<Skeleton className="h-72" />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function TrendTable({ name, points }: { name: string; points: readonly TrendPoint[] }) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  return (
    <div
      tabIndex={0}
      role="region"
      aria-labelledby="trend"
      className="focus-ring max-h-96 overflow-y-auto rounded-control"
    >
      <table className="w-full border-collapse text-left text-14">
        <thead className="sticky top-0 bg-raised">
          <tr className="text-12 text-ink-muted">
            <th scope="col" className="h-9 border-b border-line px-2 font-medium">
              {t('overview.time')}
            </th>
            <th scope="col" className="h-9 border-b border-line px-2 text-right font-medium">
              {name}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map(({ from, long, value }) => (
            <tr key={from}>
              <th scope="row" className="h-10 border-b border-line px-2 font-normal">
                <time dateTime={new Date(from).toISOString()}>{long}</time>
              </th>
              <td className="tabular h-10 border-b border-line px-2 text-right">{number(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders `failed` if its children could not be loaded. */
class Unless extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
