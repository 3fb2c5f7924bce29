/** The trend as a bar chart. Loaded with its library when a trend is shown (docs/decisions/022-the-trend-chart.md). */
import { Axis, BarSeries, DataContext, Grid, Tooltip, TooltipContext, XYChart } from '@visx/xychart';
import { useContext, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumber } from '~/features/admin/use-number';
import { chartTheme, useWidth } from '~/ui/data/chart';
import type { TrendPoint } from './trend-point';

const HEIGHT = 288;
const MARGIN = { top: 20, right: 20, bottom: 32, left: 40 };
const theme = chartTheme(['var(--accent)']);
const SERIES = 'trend';

export default function TrendChart({ name, points }: { name: string; points: readonly TrendPoint[] }) {
  const { t } = useTranslation('admin');
  const [box, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const number = useNumber();
  const most = Math.max(...points.map(({ value }) => value));
  const step = Math.ceil(points.length / Math.max(1, Math.floor((width - MARGIN.left) / 56)));
  const label = at === null ? '' : t('overview.point', { time: points[at]!.long, value: number(points[at]!.value) });
  const move = (event: KeyboardEvent): void => {
    const last = points.length - 1;
    const next = {
      ArrowLeft: at === null ? last : Math.max(0, at - 1),
      ArrowRight: at === null ? 0 : Math.min(last, at + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') setAt(null);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <div ref={box} className="relative h-72">
      <div
        tabIndex={0}
        role="group"
        aria-roledescription={t('overview.chart')}
        aria-label={t('overview.chartLabel', { name })}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        className="focus-ring absolute inset-0 rounded-control"
      >
        {width > 0 && (
          <XYChart
            width={width}
            height={HEIGHT}
            margin={MARGIN}
            theme={theme}
            accessibilityLabel={t('overview.chartLabel', { name })}
            xScale={{ type: 'band', paddingInner: 0.35, paddingOuter: 0.1 }}
            yScale={{ type: 'linear', domain: [0, Math.max(4, most)], nice: 4 }}
          >
            <Grid columns={false} numTicks={4} />
            <BarSeries
              dataKey={SERIES}
              data={[...points]}
              xAccessor={(point: TrendPoint) => point.from}
              yAccessor={(point: TrendPoint) => point.value}
              radius={3}
              radiusTop
            />
            <Axis
              orientation="left"
              numTicks={4}
              hideAxisLine
              tickFormat={(value: number) => (Number.isInteger(value) ? number(value) : '')}
            />
            <Axis
              orientation="bottom"
              tickValues={points.filter((_, i) => (points.length - 1 - i) % step === 0).map(({ from }) => from)}
              tickFormat={(from: number) => points.find((point) => point.from === from)?.short ?? ''}
            />
            <Values points={points} most={most} />
            <ByKeyboard at={at} points={points} />
            <Tooltip<TrendPoint>
              unstyled
              applyPositionStyle
              snapTooltipToDatumX
              showVerticalCrosshair={false}
              showDatumGlyph={false}
              zIndex={30}
              className="pointer-events-none rounded-control bg-ink-strong px-2 py-1 text-12 text-paper shadow-float"
              renderTooltip={({ tooltipData }) => {
                const point = tooltipData?.nearestDatum?.datum;
                return (
                  point && (
                    <span className="flex flex-col">
                      <span>{point.long}</span>
                      <span className="tabular font-medium">
                        {name}: {number(point.value)}
                      </span>
                    </span>
                  )
                );
              }}
            />
          </XYChart>
        )}
      </div>
      <p role="status" className="sr-only">
        {label}
      </p>
    </div>
  );
}

/** The largest and the latest value, labelled at their bars. */
function Values({ points, most }: { points: readonly TrendPoint[]; most: number }) {
  const number = useNumber();
  const { xScale, yScale } = useContext(DataContext);
  if (!xScale || !yScale || !('bandwidth' in xScale)) return null;
  const marked = new Set([points.findIndex(({ value }) => value === most), points.length - 1]);
  return (
    <g aria-hidden>
      {points.map(
        (point, i) =>
          marked.has(i) &&
          point.value > 0 &&
          xScale(point.from as never) !== undefined && (
            <text
              key={point.from}
              x={Number(xScale(point.from as never)) + xScale.bandwidth() / 2}
              y={Number(yScale(point.value as never)) - 6}
              textAnchor="middle"
              fontSize={12}
              fontWeight={500}
              fill="var(--ink-strong)"
            >
              {number(point.value)}
            </text>
          ),
      )}
    </g>
  );
}

/** Shows the tooltip of the bar selected by the arrow keys. */
function ByKeyboard({ at, points }: { at: number | null; points: readonly TrendPoint[] }) {
  const tooltip = useContext(TooltipContext);
  const { xScale, yScale } = useContext(DataContext);
  const place = useRef({ tooltip, xScale, yScale });
  place.current = { tooltip, xScale, yScale };
  useEffect(() => {
    const now = place.current;
    const point = at === null ? undefined : points[at];
    if (!point || at === null) {
      now.tooltip?.hideTooltip();
      return;
    }
    const x =
      now.xScale && 'bandwidth' in now.xScale
        ? Number(now.xScale(point.from as never)) + now.xScale.bandwidth() / 2
        : 0;
    const y = now.yScale ? Number(now.yScale(point.value as never)) : 0;
    now.tooltip?.showTooltip({
      key: SERIES,
      index: at,
      datum: point,
      distanceX: 0,
      distanceY: 0,
      svgPoint: { x, y },
    } as never);
  }, [at, points]);
  return null;
}
