/** Order of what was said. */

/** In the order of their times; those without times follow the one that they were given after. */
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
