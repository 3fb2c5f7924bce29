import { Fragment } from 'react';

/** A text with highlighted ranges: start and end in UTF-16 units, ascending. */
export function HighlightedRanges({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  return (
    <>
      {ranges.map(([from, to], i) => (
        <Fragment key={from}>
          {text.slice(i === 0 ? 0 : ranges[i - 1]![1], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
