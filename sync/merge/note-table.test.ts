import { describe, expect, it } from 'vitest';
import { writeHtml } from './note-html';
import { writeMarkdown } from './note-markdown';
import { alignRow, tableGrid } from './note-table';
import type { Inline } from './note-blocks';

/** milliseconds of this process’s own CPU time, whatever else the machine does */
function cost(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
const cell = (text: string): Inline[] => [{ type: 'text', text, marks: {} }];

describe('the columns of a table', () => {
  it('are those of the first row; a missing column follows its left neighbour', () => {
    expect(
      tableGrid([
        ['a', 'c'],
        ['a', 'b', 'c'],
        ['c', null, 'c'],
      ]),
    ).toEqual({
      columns: 5,
      places: [
        [0, 2],
        [0, 1, 2],
        [2, 3, 4],
      ],
    });
    expect(alignRow(['x', 'y'], [0, 2], () => '')).toEqual(['x', '', 'y']);
  });

  it('are not aligned if there are more than a thousand names', () => {
    // each row names its own column: aligned, this small text would be a table of many million cells
    const rows = Array.from({ length: 100_000 }, (_, n) => [`c${n}`, 'last']);
    let grid: unknown;
    expect(cost(() => (grid = tableGrid(rows)))).toBeLessThan(2_000);
    expect(grid).toEqual({ columns: 2, places: rows.map(() => [0, 1]) });
    const thousand = Array.from({ length: 1000 }, (_, n) => `c${n}`);
    const known = [thousand, [thousand[999]!]];
    expect(tableGrid(known).places[1]).toEqual([999]);
    expect(tableGrid([[...thousand, 'one more'], [thousand[999]!]]).places[1]).toEqual([0]);
  });

  it('are not aligned in a table of more than 200,000 cells', () => {
    const named = (rows: number) => [['x', 'y'], ['y'], ...Array.from({ length: rows }, (_, n) => [`c${n % 900}`])];
    expect(tableGrid(named(200)).places[1]).toEqual([201]);
    expect(tableGrid(named(900)).places[1]).toEqual([0]);
    // cells without a name count, too
    const unnamed = (cells: number) => [
      ['x', 'y'],
      ['y'],
      ...Array.from({ length: 400 }, () => Array(cells).fill(null)),
    ];
    expect(tableGrid(unnamed(100)).places[1]).toEqual([1]);
    expect(tableGrid(unnamed(500)).places[1]).toEqual([0]);
  });
});

describe('a table of very many rows', () => {
  it('is written as Markdown and HTML', () => {
    const rows = Array.from({ length: 200_000 }, () => [[] as Inline[]]);
    expect(writeMarkdown([{ type: 'table', rows }]).split('\n').length).toBeGreaterThan(200_000);
    expect(writeHtml([{ type: 'table', rows }]).length).toBeGreaterThan(2_000_000);
  });

  it('with very many spaces in a cell is written in linear time', () => {
    const rows = [[cell('head')], [cell(`a${' '.repeat(200_000)}b  \n  c`)]];
    let text = '';
    expect(cost(() => (text = writeMarkdown([{ type: 'table', rows }])))).toBeLessThan(2_000);
    expect(text).toContain('b c |');
  });
});
