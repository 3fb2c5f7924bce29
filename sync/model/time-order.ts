/** Order of segments by time. */

/** Sorts segments by start; those without times stay behind their predecessor. */
export function byTime<S extends { start: number }>(segments: readonly S[]): S[] {
  let last = 0;
  return segments
    .map((segment) => {
      last = segment.start >= 0 ? segment.start : last;
      return { segment, order: last };
    })
    .sort((a, b) => a.order - b.order)
    .map(({ segment }) => segment);
}
