/** Talk time of each speaker over the meeting, as stacked bars. Loaded lazily with its library. */
import { Axis, BarSeries, BarStack, Grid, XYChart } from '@visx/xychart';
import { clockText } from '~/features/recorder/format';
import { chartTheme, useWidth } from '~/ui/data/chart';
import { seriesColor } from './series-colors';

export interface ChartSeries {
  name: string;
  /** milliseconds of talk in each part */
  talkMs: readonly number[];
}

export interface EngagementChartProps {
  label: string;
  /** start of each part in milliseconds */
  starts: readonly number[];
  /** length of a part in milliseconds */
  partMs: number;
  series: readonly ChartSeries[];
}

const HEIGHT = 220;
const MARGIN = { top: 12, right: 8, bottom: 30, left: 44 };
const theme = chartTheme([]);

interface Point {
  at: number;
  value: number;
}

export default function EngagementChart({ label, starts, partMs, series }: EngagementChartProps) {
  const [box, width] = useWidth();
  const step = Math.ceil(starts.length / Math.max(1, Math.floor((width - MARGIN.left) / 64)));
  const most = starts.reduce(
    (max, _, i) =>
      Math.max(
        max,
        series.reduce((sum, { talkMs }) => sum + talkMs[i]!, 0),
      ),
    partMs,
  );
  return (
    <div ref={box} role="img" aria-label={label} style={{ height: HEIGHT }}>
      {width > 0 && (
        <XYChart
          width={width}
          height={HEIGHT}
          margin={MARGIN}
          theme={theme}
          accessibilityLabel={label}
          xScale={{ type: 'band', paddingInner: 0.2, paddingOuter: 0.05 }}
          yScale={{ type: 'linear', domain: [0, most] }}
        >
          <Grid columns={false} numTicks={3} />
          <BarStack>
            {series.map(({ name, talkMs }, at) => (
              <BarSeries
                key={`${at}/${name}`}
                dataKey={`${at}`}
                data={starts.map((start, i): Point => ({ at: start, value: talkMs[i]! }))}
                xAccessor={(point: Point) => point.at}
                yAccessor={(point: Point) => point.value}
                colorAccessor={() => seriesColor(at)}
              />
            ))}
          </BarStack>
          <Axis orientation="left" numTicks={3} hideAxisLine tickFormat={(ms: number) => clockText(ms)} />
          <Axis
            orientation="bottom"
            tickValues={starts.filter((_, i) => i % step === 0)}
            tickFormat={(ms: number) => clockText(ms)}
          />
        </XYChart>
      )}
    </div>
  );
}
