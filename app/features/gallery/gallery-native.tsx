import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { NativeCheckbox } from '~/ui/controls/native-checkbox';
import { NativeButton, NativeField, NativeIconButton, NativeLink, NativeSelect } from '~/ui/controls/native-controls';
import { NativeCheck, NativeChoice, NativeTextArea } from '~/ui/controls/native-form';
import { NativeSwitch } from '~/ui/controls/native-switch';
import { Section } from './section';

const OPTIONS = [
  { id: 'a', label: 'Apple', name: 'Apple' },
  { id: 'b', label: 'Pear', name: 'Pear' },
];

/** The controls of pages that work before their scripts have loaded. */
export function GalleryNative() {
  const [fruit, setFruit] = useState('a');
  return (
    <>
      <Section title="Native buttons" parts={['controls/native-controls']}>
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <NativeButton key={variant} variant={variant}>
            {variant}
          </NativeButton>
        ))}
        <NativeButton isLoading>Loading</NativeButton>
        <NativeButton disabled>Disabled</NativeButton>
        <NativeLink href="/gallery">Link</NativeLink>
        <NativeIconButton label="Edit" icon={<Pencil aria-hidden size={18} />} />
      </Section>
      <Section
        title="Native fields"
        parts={[
          'controls/native-controls',
          'controls/native-form',
          'controls/native-frame',
          'controls/native-checkbox',
          'controls/native-switch',
        ]}
      >
        <NativeField label="Title" hint="2 to 120 characters" defaultValue="Quarterly plan" className="w-60" />
        <NativeField label="Title" error="Title is required" className="w-60" />
        <NativeField label="Disabled" disabled defaultValue="Fixed" className="w-60" />
        <NativeSelect label="Fruit" options={OPTIONS} value={fruit} onChange={setFruit} className="mt-6 max-w-52" />
        <div className="w-60">
          <NativeChoice label="Choice" placeholder="Choose one" options={OPTIONS} />
        </div>
        <div className="w-60">
          <NativeChoice label="Choice with an error" placeholder="Choose one" options={OPTIONS} error="Please choose" />
        </div>
        <div className="w-60">
          <NativeTextArea label="Memo" hint="At most 500 characters" />
        </div>
        <div className="w-60">
          <NativeTextArea label="Memo" defaultValue="Too long" error="At most 3 characters" />
        </div>
        <div className="flex w-72 flex-col gap-3">
          <NativeCheck defaultChecked>I accept the terms of use</NativeCheck>
          <NativeCheck error="Please accept the terms">I accept the terms of use</NativeCheck>
          <NativeCheckbox label="Select a row" name="row" value="1" defaultChecked />
        </div>
        <form className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
          <NativeSwitch isOn label="Rule" state="On" />
          <NativeSwitch isOn={false} label="Rule" state="Off" />
        </form>
      </Section>
    </>
  );
}
