/** Colours of speakers in charts; those beyond the sixth share the last one. */
const COLORS = 6;
export const seriesColor = (at: number): string => `var(--series-${Math.min(at, COLORS - 1) + 1})`;
/** speakers that a chart tells apart; the others are one series */
export const SERIES_MAX = COLORS;
