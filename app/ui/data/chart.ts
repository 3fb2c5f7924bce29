/** Theme and measured width, shared by the charts of @visx. It is loaded with the first chart that is shown. */
import { buildChartTheme } from '@visx/xychart';
import { useEffect, useRef, useState, type RefObject } from 'react';

const label = { fill: 'var(--ink-muted)', fontSize: 12, fontFamily: 'inherit' };

export const chartTheme = (colors: string[]) =>
  buildChartTheme({
    backgroundColor: 'transparent',
    colors,
    gridColor: 'var(--line)',
    gridColorDark: 'var(--line)',
    tickLength: 4,
    svgLabelSmall: label,
    svgLabelBig: label,
    xAxisLineStyles: { stroke: 'var(--line-strong)' },
    yAxisLineStyles: { stroke: 'transparent' },
    xTickLineStyles: { stroke: 'transparent' },
    yTickLineStyles: { stroke: 'transparent' },
  });

/** Measured width of the element with the ref; 0 before the first measurement. */
export function useWidth(): [RefObject<HTMLDivElement>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
