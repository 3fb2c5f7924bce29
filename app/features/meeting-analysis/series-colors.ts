/** Colours of speakers in charts; those beyond the sixth share the last one. */
const COLORS = 6;
export const seriesColor = (at: number): string => `var(--series-${Math.min(at, COLORS - 1) + 1})`;
/** most series of a chart; further speakers are combined in one */
export const SERIES_MAX = COLORS;
