import { FileText, Folder, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '~/ui/controls/icon-button';
import { Avatar } from '~/ui/data/avatar';
import { Badge } from '~/ui/data/badge';
import { Kbd } from '~/ui/data/kbd';
import { ListRow } from '~/ui/data/list-row';
import { NativeTable } from '~/ui/data/native-table';
import { Moment, RelativeTime } from '~/ui/data/relative-time';
import { useSelection } from '~/ui/data/selection';
import { RowTick } from '~/ui/data/row-tick';
import { ScrolledRows } from '~/ui/data/scrolled-rows';
import { SelectionBar } from '~/ui/data/selection-bar';
import { StateDot } from '~/ui/data/state-dot';
import { SyncBadge } from '~/ui/data/sync-badge';
import { Table } from '~/ui/data/table';
import { Tree } from '~/ui/data/tree';
import { VirtualList } from '~/ui/data/virtual-list';
import { RowProgress } from '~/ui/feedback/row-progress';
import { Section, State } from './section';

const ROWS = [
  { id: '1', name: 'Plan', words: 1204 },
  { id: '2', name: 'Minutes', words: 380 },
  { id: '3', name: '議事録', words: 962 },
];
/** a date in another year: its text does not change with the clock */
const AT = 1_731_500_000_000;

export function GalleryData() {
  return (
    <>
      <Section title="Badge, sync badge" parts={['data/badge', 'data/sync-badge']}>
        {(['neutral', 'accent', 'success', 'warning', 'danger', 'recording'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {(['onDevice', 'onServer', 'processed', 'attention'] as const).map((state) => (
          <SyncBadge key={state} state={state} />
        ))}
        {(['onDevice', 'onServer', 'processed', 'attention'] as const).map((state) => (
          <SyncBadge key={state} state={state} compact />
        ))}
      </Section>
      <Section title="State of a row" parts={['data/state-dot', 'feedback/row-progress']}>
        {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
          <span key={tone} className="text-12 text-ink-muted">
            <StateDot tone={tone}>{tone}</StateDot>
          </span>
        ))}
        {([null, 30, 80] as const).map((value) => (
          <div key={String(value)} className="relative h-10 w-40 rounded-control bg-raised px-2 py-2 text-13">
            {value === null ? 'total unknown' : `${value} %`}
            <RowProgress label="Upload" value={value} isPaused={value === 80} />
          </div>
        ))}
      </Section>
      <Section title="Document in rows" parts={['data/scrolled-rows', 'data/row-tick']}>
        <div className="flex h-40 w-64 flex-col rounded-control border border-line">
          <ScrolledRows label="Lines" count={500} estimate={() => 24} keyOf={(i) => i} wanted={40}>
            {(i) => <p className="px-3 text-13">Line {i + 1}</p>}
          </ScrolledRows>
        </div>
        <RowTick
          select={{ id: 'a', label: 'Select “Plan”', isSelected: true, isShown: true, onToggle: () => undefined }}
          icon={<FileText size={18} />}
        />
      </Section>
      <Section title="Avatar, time, keys" parts={['data/avatar', 'data/relative-time', 'data/kbd']}>
        {([20, 24, 32, 40, 56] as const).map((size) => (
          <Avatar key={size} name="Aiko Tanaka" size={size} />
        ))}
        <Avatar name="田中愛子" size={40} />
        <Avatar name="Satchel GmbH" shape="square" size={40} />
        <span className="text-13 text-ink-muted">
          <RelativeTime at={AT} />
        </span>
        <span className="text-13 text-ink-muted">
          <Moment at={AT} />
        </span>
        <Kbd keys="mod+k" />
        <Kbd keys="?" />
      </Section>
      <Rows />
      <Tables />
      <Section title="Tree" parts={['data/tree']}>
        <State name="selected" className="w-72 *:w-full">
          <Departments />
        </State>
        <State name="nodes can be moved" className="w-72 *:w-full">
          <Departments canMove />
        </State>
      </Section>
    </>
  );
}

function Rows() {
  return (
    <>
      <Section title="List row" parts={['data/list-row']}>
        <div className="w-full max-w-xl">
          <ListRow
            href="/gallery"
            icon={<FileText size={18} />}
            title="A note with two lines"
            detail="The first words of its text"
            meta={<SyncBadge state="onDevice" compact />}
            at={AT}
            actions={<IconButton label="Delete" size="small" icon={<Trash2 aria-hidden size={14} />} />}
          />
          <ListRow onPress={() => undefined} icon={<Folder size={18} />} title="One line, active" isActive />
          <ListRow title="One line without an icon, which is not pressed" />
          <ListRow
            href="/gallery"
            icon={<FileText size={18} />}
            title={'A title that is longer than its row and ends in an ellipsis, however wide the window is. '.repeat(
              3,
            )}
            at={AT}
          />
        </div>
      </Section>
      <SelectableRows />
      <Section title="Virtual list" parts={['data/virtual-list']}>
        <State name="500 rows, those in view rendered" className="w-full max-w-xl *:w-full">
          <VirtualList
            label="Many rows"
            items={Array.from({ length: 500 }, (_, i) => `Row ${i + 1}`)}
            keyOf={(item) => item}
            rowHeight={40}
            scroll="box"
            className="h-48 rounded-control border border-line"
          >
            {(item) => <ListRow title={item} />}
          </VirtualList>
        </State>
      </Section>
    </>
  );
}

const NAMES = ROWS.map(({ id }) => id);

function SelectableRows() {
  const selection = useSelection(NAMES);
  return (
    <Section title="Selection of rows" parts={['data/selection-bar']}>
      <div role="presentation" className="w-full max-w-xl" onKeyDown={selection.onKeyDown}>
        {ROWS.map(({ id, name, words }) => (
          <ListRow
            key={id}
            href="/gallery"
            icon={<FileText size={18} />}
            title={name}
            detail={`${words} words`}
            select={selection.row(id, `Select ${name}`)}
          />
        ))}
        <SelectionBar count={selection.selected.length} onClear={selection.clear}>
          <IconButton label="Delete" size="small" icon={<Trash2 aria-hidden size={16} />} onPress={selection.all} />
        </SelectionBar>
      </div>
    </Section>
  );
}

function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2']));
  const [sort, setSort] = useState<{ column: string | number; direction: 'ascending' | 'descending' }>({
    column: 'words',
    direction: 'descending',
  });
  const rows = [...ROWS].sort(
    (a, b) =>
      (sort.column === 'words' ? a.words - b.words : a.name.localeCompare(b.name)) *
      (sort.direction === 'ascending' ? 1 : -1),
  );
  return (
    <>
      <Section title="Table" parts={['data/table']}>
        <State name="sorted, one row selected" className="w-full max-w-xl *:w-full">
          <Table
            label="Notes"
            rows={rows}
            sort={sort}
            onSort={setSort}
            selected={selected}
            onSelect={setSelected}
            columns={[
              { id: 'name', title: 'Name', cell: (r) => r.name, isRowHeader: true, canSort: true },
              { id: 'words', title: 'Words', cell: (r) => r.words, align: 'end', canSort: true },
            ]}
          />
        </State>
        <State name="empty" className="w-full max-w-xl *:w-full">
          <Table
            label="No notes"
            rows={[] as typeof ROWS}
            empty="No notes yet"
            columns={[{ id: 'name', title: 'Name', cell: (r) => r.name, isRowHeader: true }]}
          />
        </State>
      </Section>
      <Section title="Native table" parts={['data/native-table']}>
        <form className="w-full max-w-xl">
          <NativeTable
            label="Notes of the form"
            rows={ROWS}
            select={{ name: 'note', ticked: ['2'], labelOf: (r) => `Select ${r.name}`, allLabel: 'Select all' }}
            columns={[
              { id: 'name', title: 'Name', cell: (r) => r.name, isRowHeader: true },
              { id: 'words', title: 'Words', cell: (r) => r.words, align: 'end' },
              {
                id: 'act',
                title: 'Actions',
                hideTitle: true,
                align: 'end',
                cell: (r) => (
                  <IconButton label={`Delete ${r.name}`} size="small" icon={<Trash2 aria-hidden size={14} />} />
                ),
              },
            ]}
          />
        </form>
      </Section>
    </>
  );
}

function Departments({ canMove = false }: { canMove?: boolean }) {
  return (
    <Tree
      label={canMove ? 'Departments that can be moved' : 'Departments'}
      selected="sales"
      onSelect={() => undefined}
      {...(canMove ? { onMove: () => undefined } : {})}
      defaultExpanded={['all']}
      nodes={[
        {
          id: 'all',
          label: 'Company',
          icon: <Folder size={16} />,
          children: [
            { id: 'sales', label: 'Sales', meta: 3 },
            { id: 'lab', label: '研究開発', meta: 5 },
          ],
        },
      ]}
    />
  );
}
