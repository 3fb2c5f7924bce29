import { useState } from 'react';
import { SearchField, TextArea, TextField } from '~/ui/controls/field';
import { Combobox } from '~/ui/controls/combobox';
import { Select } from '~/ui/controls/select';
import { Checkbox, Switch } from '~/ui/controls/toggle';
import { Section } from './section';

const FRUIT = [
  { id: 'apple', label: 'Apple' },
  { id: 'pear', label: 'Pear', detail: 'from the garden' },
  { id: 'plum', label: 'Plum', isDisabled: true },
] as const;
type Fruit = (typeof FRUIT)[number]['id'];

export function GalleryFields() {
  const [fruit, setFruit] = useState<Fruit | null>('apple');
  return (
    <>
      <Section title="Fields">
        <TextField label="Title" hint="2 to 120 characters" defaultValue="Quarterly plan" className="w-60" />
        <TextField label="Title" error="Title is required" isRequired className="w-60" />
        <TextField label="Disabled" isDisabled defaultValue="Fixed" className="w-60" />
        <SearchField label="Search" className="w-60" />
        <TextArea label="Description" placeholder="What it is for" className="w-80" />
      </Section>
      <Section title="Choices">
        <Select label="Select" options={FRUIT} value={fruit} onChange={setFruit} className="w-52" />
        <Select
          label="With an error"
          options={FRUIT}
          value={null}
          placeholder="Choose one"
          onChange={setFruit}
          error="Please choose"
          className="w-52"
        />
        <Combobox
          label="Combobox"
          options={FRUIT}
          value={fruit}
          onChange={(id) => setFruit(id as Fruit)}
          empty="Nothing found"
          className="w-52"
        />
        <div className="flex flex-col gap-2">
          <Checkbox defaultSelected>Checked</Checkbox>
          <Checkbox isIndeterminate>Some</Checkbox>
          <Checkbox hint="With a hint">Unchecked</Checkbox>
          <Checkbox isDisabled>Disabled</Checkbox>
        </div>
        <div className="flex w-60 flex-col gap-3">
          <Switch defaultSelected>On</Switch>
          <Switch hint="With a hint">Off</Switch>
          <Switch isDisabled>Disabled</Switch>
        </div>
      </Section>
    </>
  );
}
