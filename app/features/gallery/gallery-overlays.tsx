import { useSearchParams } from '@remix-run/react';
import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { HoverCard } from '~/ui/overlays/hover-card';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { ConfirmDialog, Dialog } from '~/ui/overlays/dialog';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { MenuButton } from '~/ui/overlays/menu';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { Popover } from '~/ui/overlays/popover';
import { Sheet } from '~/ui/overlays/sheet';
import { Section } from './section';

const CLOSED = '/gallery';

export function GalleryOverlays() {
  return (
    <>
      <Section
        title="Menu, popover"
        parts={['overlays/menu', 'overlays/popover', 'overlays/hover-card', 'overlays/float', 'overlays/lazy-overlay']}
      >
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
          Details of the thing beside it.
        </Popover>
        <HoverCard
          label="Source"
          trigger={(props) => <NativeButton {...props}>Hover card</NativeButton>}
          className="p-4"
        >
          The passage behind a number.
        </HoverCard>
      </Section>
      <Section
        title="Dialog, sheet"
        parts={[
          'overlays/dialog',
          'overlays/form-dialog',
          'overlays/submit-dialog',
          'overlays/sheet',
          'overlays/native-dialog',
        ]}
      >
        <Dialogs />
        <LinkButton href={`${CLOSED}?dialog=native`}>Dialog of the address</LinkButton>
      </Section>
    </>
  );
}

type Overlay = 'dialog' | 'long' | 'full' | 'confirm' | 'form' | 'left' | 'right' | 'half' | 'bottom';

function Dialogs() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const on = (which: Overlay) => ({
    isOpen: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null),
  });
  return (
    <>
      <Button onPress={() => setOpen('dialog')}>Dialog</Button>
      <Button onPress={() => setOpen('long')}>Long dialog</Button>
      <Button onPress={() => setOpen('full')}>Full dialog</Button>
      <Button onPress={() => setOpen('confirm')}>Confirm</Button>
      <Button onPress={() => setOpen('form')}>Form dialog</Button>
      {open === 'form' && (
        <FormDialog
          title="Rename"
          submitLabel="Save"
          onSubmit={async () => setOpen(null)}
          onClose={() => setOpen(null)}
        >
          Fields
        </FormDialog>
      )}
      {(['left', 'right', 'half', 'bottom'] as const).map((side) => (
        <Button key={side} onPress={() => setOpen(side)}>
          Sheet, {side}
        </Button>
      ))}
      <Dialog
        {...on('dialog')}
        title="Rename"
        description="Colleagues see the new name."
        footer={(close) => (
          <>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" onPress={close}>
              Save
            </Button>
          </>
        )}
      >
        Content
      </Dialog>
      <Dialog {...on('long')} size="large" title="Terms">
        {Array.from({ length: 24 }, (_, i) => (
          <p key={i} className="pb-3">
            {i + 1}. The dialog scrolls between its title and its buttons.
          </p>
        ))}
      </Dialog>
      <Dialog {...on('full')} size="full" title="Version history">
        Content that needs the room of a screen
      </Dialog>
      <ConfirmDialog
        {...on('confirm')}
        title="Delete “Weekly meeting”?"
        description="Its recording is deleted on the server, too."
        confirmLabel="Delete"
        onConfirm={() => undefined}
      />
      {(['left', 'right', 'half', 'bottom'] as const).map((side) => (
        <Sheet key={side} {...on(side)} side={side} title="Details">
          <p className="px-4 pb-4">Content</p>
        </Sheet>
      ))}
    </>
  );
}

/** The dialog that is part of the address: once on the page, as it is modal. */
export function DialogOfAddress() {
  const [search] = useSearchParams();
  if (search.get('dialog') !== 'native') return null;
  return (
    <NativeDialog title="Invite" description="It works before its scripts have loaded." closeHref={CLOSED}>
      <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
        <NativeField label="E-mail address" type="email" />
        <NativeDialogFooter>
          <NativeDialogClose to={CLOSED} />
          <NativeButton type="submit" variant="primary">
            Invite
          </NativeButton>
        </NativeDialogFooter>
      </form>
    </NativeDialog>
  );
}
