import { Bell, Building2, Lock, Mic, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '~/ui/controls/button';
import { LinkChips } from '~/ui/controls/chips';
import { Combobox, type ComboboxOption } from '~/ui/controls/combobox';
import { DropZone } from '~/ui/controls/drop-zone';
import { SearchField, TextArea, TextField } from '~/ui/controls/field';
import { FileButton } from '~/ui/controls/file-button';
import { IconButton } from '~/ui/controls/icon-button';
import { Pager } from '~/ui/controls/pager';
import { RadioCards } from '~/ui/controls/radio-cards';
import { Segments } from '~/ui/controls/segments';
import { Select } from '~/ui/controls/select';
import { LinkTabs, Tabs } from '~/ui/controls/tabs';
import { Checkbox, Switch } from '~/ui/controls/toggle';
import { Avatar } from '~/ui/data/avatar';
import { Tooltip } from '~/ui/overlays/tooltip';
import { Section, State } from './section';

const FRUIT = [
  { id: 'apple', label: 'Apple' },
  { id: 'pear', label: 'Pear', detail: 'from the garden' },
  { id: 'plum', label: 'Plum', isDisabled: true },
] as const;
type Fruit = (typeof FRUIT)[number]['id'];

const PEOPLE: readonly ComboboxOption[] = [
  { id: 'sales', label: 'Sales', icon: <Building2 aria-hidden size={16} className="text-ink-muted" /> },
  { id: 'asia', label: 'Asia', icon: <Building2 aria-hidden size={16} className="text-ink-muted" />, depth: 1 },
  ...['Emma Weber', '田中愛子', '김진', 'Maximiliane Schneider-Hohenlohe'].map((label, i) => ({
    id: `person-${i}`,
    label,
    detail: `person${i}@satchel.example`,
    icon: <Avatar name={label} size={20} />,
  })),
];

export function GalleryControls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
      <Comboboxes />
      <Navigating />
    </>
  );
}

function Buttons() {
  const [active, setActive] = useState(true);
  return (
    <>
      <Section title="Button" parts={['controls/button']}>
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <State key={variant} name={variant}>
            <div className="flex flex-wrap gap-2">
              <Button variant={variant}>Rest</Button>
              <Button variant={variant} isLoading>
                Loading
              </Button>
              <Button variant={variant} isDisabled>
                Disabled
              </Button>
            </div>
          </State>
        ))}
        <State name="sizes, icon, link">
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small">Small</Button>
            <Button icon={<Mic aria-hidden size={16} />}>Record</Button>
            <Button size="large">Large</Button>
            <LinkButton href="/gallery">Link</LinkButton>
          </div>
        </State>
      </Section>
      <Section title="Icon button, tooltip" parts={['controls/icon-button', 'overlays/tooltip']}>
        <IconButton label="Edit" icon={<Pencil aria-hidden size={18} />} shortcut="mod+e" />
        <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden size={18} />} />
        <IconButton label="Search" variant="primary" icon={<Search aria-hidden size={18} />} />
        <IconButton
          label="Notify"
          variant="secondary"
          icon={<Bell aria-hidden size={18} />}
          isActive={active}
          onPress={() => setActive(!active)}
        />
        <IconButton label="Working" icon={<Bell aria-hidden size={18} />} isLoading />
        <IconButton label="Not now" icon={<Bell aria-hidden size={18} />} isDisabled />
        <Tooltip text="What it does, and its keys" shortcut="mod+k">
          <Button>With a tooltip</Button>
        </Tooltip>
      </Section>
    </>
  );
}

function Fields() {
  return (
    <Section title="Field" parts={['controls/field']}>
      <TextField label="Title" hint="2 to 120 characters" defaultValue="Quarterly plan" className="w-60" />
      <TextField label="Title" error="Title is required" isRequired className="w-60" />
      <TextField
        label="With an icon"
        icon={<Search aria-hidden size={16} />}
        placeholder="Placeholder"
        className="w-60"
      />
      <TextField label="Disabled" isDisabled defaultValue="Fixed" className="w-60" />
      <SearchField label="Search" showLabel className="w-60" />
      <SearchField label="Large search" showLabel size="large" defaultValue="議事録" className="w-80 max-w-full" />
      <TextArea label="Description" placeholder="What it is for" className="w-80 max-w-full" />
      <TextArea label="Description" defaultValue="Too long" error="At most 3 characters" className="w-80 max-w-full" />
    </Section>
  );
}

function Choices() {
  const [fruit, setFruit] = useState<Fruit>('apple');
  return (
    <>
      <Section title="Select" parts={['controls/select']}>
        <Select label="Select" hint="With a hint" options={FRUIT} value={fruit} onChange={setFruit} className="w-52" />
        <Select
          label="With an error"
          options={FRUIT}
          value={null}
          placeholder="Choose one"
          onChange={setFruit}
          error="Please choose"
          className="w-52"
        />
        <Select label="Disabled" options={FRUIT} value="pear" onChange={setFruit} isDisabled className="w-52" />
      </Section>
      <Section title="Checkbox, switch" parts={['controls/toggle']}>
        <div className="flex flex-col gap-2">
          <Checkbox defaultSelected>Checked</Checkbox>
          <Checkbox isIndeterminate>Some</Checkbox>
          <Checkbox hint="With a hint">Unchecked</Checkbox>
          <Checkbox isInvalid>Has to be checked</Checkbox>
          <Checkbox isDisabled>Disabled</Checkbox>
        </div>
        <div className="flex w-60 flex-col gap-3">
          <Switch defaultSelected>On</Switch>
          <Switch hint="With a hint">Off</Switch>
          <Switch isDisabled>Disabled</Switch>
          <Switch isDisabled defaultSelected>
            Disabled, on
          </Switch>
        </div>
      </Section>
    </>
  );
}

function Comboboxes() {
  const [people, setPeople] = useState(['sales', 'person-0', 'person-3']);
  const [nobody, setNobody] = useState<string[]>([]);
  const [context, setContext] = useState(['person-1']);
  const [person, setPerson] = useState('person-1');
  const [text, setText] = useState('');
  const [added, setAdded] = useState('');
  return (
    <Section
      title="Combobox"
      parts={['controls/combobox', 'controls/announcements', 'controls/chosen-chips', 'controls/floating-list']}
    >
      <Combobox
        multiple
        label="Several"
        placeholder="Search teams and people"
        hint="Type, arrow keys, Enter; Backspace removes the last one"
        empty="No one found"
        options={PEOPLE}
        value={people}
        onChange={setPeople}
        className="w-80 max-w-full"
      />
      <Combobox
        multiple
        isRequired
        label="None yet"
        placeholder="Search teams and people"
        empty="No one found"
        error="Please select at least one"
        options={PEOPLE}
        value={nobody}
        onChange={setNobody}
        className="w-80 max-w-full"
      />
      <Combobox
        label="One"
        empty="No one found"
        options={PEOPLE}
        value={person}
        onChange={setPerson}
        className="w-60"
      />
      <Combobox
        multiple
        label="After @ or ＠"
        trigger="@"
        placeholder="Ask, and add context with @"
        options={PEOPLE}
        value={context}
        onChange={setContext}
        className="w-80 max-w-full"
      />
      <Combobox
        label="A name, or a person"
        placeholder="Any text"
        hint={added ? `Chosen: ${added}` : undefined}
        options={PEOPLE}
        value={null}
        text={text}
        onTextChange={setText}
        onChange={(id) => {
          setAdded(id);
          setText('');
        }}
        className="w-60"
      />
      <Combobox
        multiple
        isDisabled
        label="Disabled"
        options={PEOPLE}
        value={['person-2']}
        onChange={setPeople}
        className="w-60"
      />
    </Section>
  );
}

function Navigating() {
  const [tab, setTab] = useState<'notes' | 'meetings' | 'files'>('notes');
  const [segment, setSegment] = useState<'page' | 'site'>('page');
  const [reader, setReader] = useState<'me' | 'all'>('me');
  return (
    <>
      <Section title="Tabs, tabs with addresses" parts={['controls/tabs']}>
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
        <LinkTabs
          label="Views with an address"
          items={[
            { id: 'open', label: 'Open', count: 3, href: '/gallery' },
            { id: 'done', label: 'Done', href: '/gallery?tab=done' },
          ]}
          value="open"
        />
      </Section>
      <Section title="Chips, segments" parts={['controls/chips', 'controls/segments']}>
        <LinkChips
          label="Type"
          value="all"
          items={[
            { id: 'all', label: 'All', href: '/gallery', count: 12 },
            { id: 'images', label: 'Images', href: '/gallery' },
          ]}
        />
        <Segments
          label="What to add"
          value={segment}
          onChange={setSegment}
          options={[
            { id: 'page', label: 'This page' },
            { id: 'site', label: 'Whole website' },
          ]}
        />
      </Section>
      <Section title="Radio cards" parts={['controls/radio-cards']}>
        <RadioCards
          label="Who can read it"
          value={reader}
          onChange={setReader}
          choices={[
            { id: 'me', icon: Lock, name: 'Only me', text: 'Nobody else finds it' },
            { id: 'all', icon: Building2, name: 'Organization', text: 'All members read it' },
          ]}
        />
      </Section>
      <Section title="File button" parts={['controls/file-button', 'controls/file-chooser']}>
        <FileButton accept="image/png" label="Choose a picture" onChoose={() => undefined} />
      </Section>
      <Section title="Drop zone" parts={['controls/drop-zone']}>
        {[false, true].map((isCompact) => (
          <DropZone key={String(isCompact)} text="Drop to add" isCompact={isCompact} onDrop={() => undefined}>
            <p className="flex h-12 w-72 items-center rounded-control bg-raised px-3 text-13">Drag a file here</p>
          </DropZone>
        ))}
      </Section>
      <Section title="Pager" parts={['controls/pager']}>
        {[1, 2, 3].map((page) => (
          <State key={page} name={`page ${page} of 3`} className="w-72 *:w-full">
            <Pager
              page={page}
              pageSize={50}
              total={130}
              hrefOf={() => '/gallery'}
              says={(from, to) => `${from}–${to} of 130`}
              names={{ nav: `Pages, on page ${page}`, previous: 'Previous page', next: 'Next page' }}
            />
          </State>
        ))}
      </Section>
    </>
  );
}
