/** Figures of one unit as bars, each below its quote. Loaded lazily with its library. */
import { BarSeries, DataContext, XYChart } from '@visx/xychart';
import { useContext } from 'react';
import { langOf } from '~/i18n/text-language';
import { chartTheme, useWidth } from '~/ui/data/chart';
import { chartHeight, ROW_HEIGHT } from './chart-height';
import type { FigureValue } from './figure-charts';

/** pixels */
const BAR = 16;
const LABEL = 22;
/** pixels for the value beside the bar */
const VALUE_WIDTH = 120;
const theme = chartTheme(['var(--series-1)']);

interface Bar extends FigureValue {
  key: string;
}

export default function FigureChart({ label, values }: { label: string; values: readonly FigureValue[] }) {
  const [box, width] = useWidth();
  const height = chartHeight(values);
  const bars: Bar[] = values.map((value, at) => ({ ...value, key: `${at}` }));
  const numbers = values.map(({ value }) => value);
  const hasNegative = numbers.some((value) => value < 0);
  return (
    <div ref={box} role="img" aria-label={label} style={{ height }} className="max-w-full overflow-hidden">
      {width > VALUE_WIDTH && (
        <XYChart
          width={width}
          height={height}
          margin={{
            top: LABEL,
            right: VALUE_WIDTH,
            bottom: ROW_HEIGHT - BAR - LABEL,
            left: hasNegative ? VALUE_WIDTH : 0,
          }}
          theme={theme}
          accessibilityLabel={label}
          xScale={{ type: 'linear', domain: [Math.min(0, ...numbers), Math.max(0, ...numbers)] }}
          yScale={{ type: 'band', paddingInner: 1 - BAR / ROW_HEIGHT, paddingOuter: 0, reverse: true }}
        >
          <BarSeries
            dataKey="figures"
            data={bars}
            xAccessor={(bar: Bar) => bar.value}
            yAccessor={(bar: Bar) => bar.key}
            enableEvents={false}
          />
          <Labels bars={bars} width={width} />
        </XYChart>
      )}
    </div>
  );
}

/** The quote above each bar, and at its end the value in the source's notation. */
function Labels({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const { xScale, yScale } = useContext(DataContext);
  if (!xScale || !yScale || !('bandwidth' in yScale)) return null;
  return (
    <g aria-hidden>
      {bars.map(({ key, n, quote, text, value }) => {
        const y = Number(yScale(key as never));
        const end = Number(xScale(value as never));
        return (
          <g key={key}>
            <foreignObject x={0} y={y - LABEL} width={width} height={LABEL}>
              <p className="truncate text-13 leading-snug text-ink" lang={langOf(quote)}>
                <span className="tabular text-ink-muted">[{n}]</span> {quote}
              </p>
            </foreignObject>
            <text
              x={value < 0 ? end - 6 : end + 6}
              y={y + yScale.bandwidth() / 2}
              dy="0.35em"
              textAnchor={value < 0 ? 'end' : 'start'}
              fontSize={12}
              fontWeight={500}
              fill="var(--ink-strong)"
            >
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
