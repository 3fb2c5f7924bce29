/** Columns of the tables of files and links. On a narrow screen only checkbox, name and menu are shown. */
import { cx } from '~/ui/cx';

const COLUMNS =
  'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-2 md:grid-cols-[1.5rem_minmax(0,1fr)_9.5rem_6rem_7rem_2.25rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_10rem_6rem_10rem_7rem_2.25rem]';

export const tableHead = cx(COLUMNS, 'hidden h-9 border-b border-line text-12 font-medium text-ink-muted md:grid');

export const tableRow = (isSelected: boolean): string =>
  cx(
    COLUMNS,
    'group/row relative min-h-[52px] rounded-control transition-colors md:min-h-10',
    isSelected ? 'bg-accent-tint' : 'hover:bg-hover',
  );
