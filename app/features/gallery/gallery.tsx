import { Bell, FileText, Folder, Inbox, Mic, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '~/ui/data/avatar';
import { Badge } from '~/ui/data/badge';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { Card } from '~/ui/layout/card';
import { ConfirmDialog, Dialog } from '~/ui/overlays/dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { IconButton } from '~/ui/controls/icon-button';
import { Kbd } from '~/ui/data/kbd';
import { ListRow } from '~/ui/data/list-row';
import { SyncBadge } from '~/ui/data/sync-badge';
import { MenuButton } from '~/ui/overlays/menu';
import { PageHeader } from '~/ui/layout/page-header';
import { Popover } from '~/ui/overlays/popover';
import { LevelMeter, Progress } from '~/ui/feedback/progress';
import { RelativeTime } from '~/ui/data/relative-time';
import { Sheet } from '~/ui/overlays/sheet';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Table } from '~/ui/data/table';
import { Tabs } from '~/ui/controls/tabs';
import { toast } from '~/ui/feedback/toast';
import { Tree } from '~/ui/data/tree';
import { GalleryFields } from './gallery-fields';
import { Section } from './section';

/** The components, twice: light and dark. Texts here are samples, not translated. */
export function Gallery() {
  return (
    <main>
      <h1 className="sr-only">Components</h1>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="bg-paper px-6 py-4 text-ink">
          <p className="text-20 font-semibold text-ink-strong">{theme}</p>
          <Actions />
          <GalleryFields />
          <Surfaces />
          <Data />
        </div>
      ))}
    </main>
  );
}

function Actions() {
  const [active, setActive] = useState(true);
  return (
    <>
      <Section title="Button">
        <Button variant="primary">Create</Button>
        <Button>Edit</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="primary" isLoading>
          Saving
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button icon={<Mic aria-hidden size={16} />}>Record</Button>
        <Button size="small">Small</Button>
        <Button size="large" variant="primary">
          Large
        </Button>
        <LinkButton href="/gallery">Link</LinkButton>
      </Section>
      <Section title="Icon button, tooltip, keys">
        <IconButton label="Edit" icon={<Pencil aria-hidden size={18} />} shortcut="mod+e" />
        <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden size={18} />} />
        <IconButton
          label="Notify"
          variant="secondary"
          icon={<Bell aria-hidden size={18} />}
          isActive={active}
          onPress={() => setActive(!active)}
        />
        <IconButton label="Working" icon={<Bell aria-hidden size={18} />} isLoading />
        <IconButton label="Not now" icon={<Bell aria-hidden size={18} />} isDisabled />
        <Kbd keys="mod+k" /> <Kbd keys="?" />
      </Section>
      <Section title="Menu, popover, dialog, sheet, toast">
        <MenuButton
          label="More"
          trigger={<IconButton label="More" icon={<MoreHorizontal aria-hidden size={18} />} />}
          items={[
            {
              id: 'a',
              entries: [
                { id: 'rename', label: 'Rename', icon: <Pencil size={16} />, shortcut: 'r' },
                { id: 'move', label: 'Move', isDisabled: true },
              ],
            },
            { id: 'b', entries: [{ id: 'delete', label: 'Delete', isDanger: true, icon: <Trash2 size={16} /> }] },
          ]}
        />
        <Popover label="Details" trigger={<Button>Popover</Button>} className="p-4">
          What there is to know.
        </Popover>
        <Overlays />
        <Button onPress={() => toast.success('Saved', { action: { label: 'Undo', onPress: () => undefined } })}>
          Toast
        </Button>
        <Button onPress={() => toast.error('The file is empty.', { description: 'Choose another one.' })}>
          Error toast
        </Button>
      </Section>
    </>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | null>(null);
  const on = (which: typeof open) => (isOpen: boolean) => setOpen(isOpen ? which : null);
  return (
    <>
      <Button onPress={() => setOpen('dialog')}>Dialog</Button>
      <Button onPress={() => setOpen('confirm')}>Confirm</Button>
      <Button onPress={() => setOpen('sheet')}>Sheet</Button>
      <Dialog
        isOpen={open === 'dialog'}
        onOpenChange={on('dialog')}
        title="Rename"
        description="Colleagues see the new name."
        footer={(close) => (
          <Button variant="primary" onPress={close}>
            Save
          </Button>
        )}
      >
        Content
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={on('confirm')}
        title="Delete “Weekly meeting”?"
        description="Its recording is deleted on the server, too."
        confirmLabel="Delete"
        onConfirm={() => undefined}
      />
      <Sheet isOpen={open === 'sheet'} onOpenChange={on('sheet')} title="Details">
        <p className="px-4">Content</p>
      </Sheet>
    </>
  );
}

function Surfaces() {
  const [tab, setTab] = useState<'notes' | 'meetings' | 'files'>('notes');
  return (
    <>
      <Section title="Page header, tabs, card">
        <div className="w-full">
          <PageHeader
            title={<>Quarterly plan</>}
            place={[{ label: 'Projects', href: '/gallery' }]}
            state={<SyncBadge state="onServer" />}
            action={<Button variant="primary">Share</Button>}
          />
        </div>
        <Tabs
          label="Views"
          items={[
            { id: 'notes', label: 'Notes', count: 12 },
            { id: 'meetings', label: 'Meetings' },
            { id: 'files', label: 'Files', isDisabled: true },
          ]}
          value={tab}
          onChange={setTab}
        >
          Content of {tab}
        </Tabs>
        <Card title="Card" action={<Button size="small">Open</Button>} className="w-72">
          Something of its own.
        </Card>
      </Section>
      <Section title="Badge, mark, avatar">
        {(['neutral', 'accent', 'success', 'warning', 'danger', 'recording'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {(['onDevice', 'onServer', 'processed', 'attention'] as const).map((state) => (
          <SyncBadge key={state} state={state} />
        ))}
        <Avatar name="Aiko Tanaka" />
        <Avatar name="田中愛子" size={40} />
        <Avatar name="Satchel GmbH" shape="square" />
      </Section>
      <Section title="Banner">
        {(['info', 'success', 'warning', 'danger'] as const).map((kind) => (
          <Banner
            key={kind}
            kind={kind}
            title={`A ${kind} banner`}
            action={<Button size="small">Do it</Button>}
            onClose={() => undefined}
            className="w-full"
          >
            What happened, what is safe, what to do.
          </Banner>
        ))}
      </Section>
      <Section title="Progress, level">
        <Progress label="Uploading" value={42} valueText="4.2 of 10 MB" className="max-w-xs" />
        <Progress label="Working" value={null} className="max-w-xs" />
        <LevelMeter label="Input level" level={0.6} />
        <LevelMeter label="Loud input" level={0.98} />
        <LevelMeter label="No input" level={0} isActive={false} />
      </Section>
    </>
  );
}

const ROWS = [
  { id: '1', name: 'Plan', words: 1204 },
  { id: '2', name: 'Minutes', words: 380 },
  { id: '3', name: '議事録', words: 962 },
];

function Data() {
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
      <Section title="List row">
        <div className="w-full max-w-xl">
          <ListRow
            href="/gallery"
            icon={<FileText size={18} />}
            title="A note with two lines"
            detail="The first words of its text"
            meta={
              <>
                <SyncBadge state="onDevice" compact />
                <RelativeTime at={1_763_000_000_000} />
              </>
            }
            actions={<IconButton label="Delete" size="small" icon={<Trash2 aria-hidden size={14} />} />}
          />
          <ListRow onPress={() => undefined} icon={<Folder size={18} />} title="One line" isActive />
        </div>
      </Section>
      <Section title="Table">
        <div className="w-full max-w-xl">
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
        </div>
      </Section>
      <Section title="Tree">
        <div className="w-72">
          <Tree
            label="Departments"
            selected="sales"
            onSelect={() => undefined}
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
        </div>
      </Section>
      <Section title="Empty state, skeleton">
        <EmptyState
          icon={<Inbox size={20} />}
          title="No notes yet"
          text="Notes keep what was said and decided."
          action={<Button variant="primary">New note</Button>}
          className="w-80"
        />
        <div className="w-80">
          <SkeletonRows rows={3} />
        </div>
      </Section>
    </>
  );
}
