import { useState } from 'react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { safeHref } from '../../../sync/model/note-document';
import { Button, LinkButton } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { linkAt, readAddress, setLink } from './commands';
import { EditorDialog } from './editor-dialog';
import type { NoteView } from './editor-view';

/**
 * Edits the link at the cursor: its address, and without a selection its words; inserts, changes, opens or removes it.
 */
export function LinkDialog({ view, onClose }: { view: NoteView; onClose: () => void }) {
  const { t } = useTranslation('note');
  const [range] = useState(() => {
    const { state } = view.view;
    const link = linkAt(state);
    const { from, to } = link ?? state.selection;
    return { from, to, href: link?.href ?? '', text: state.doc.textBetween(from, to) };
  });
  const [address, setAddress] = useState(range.href);
  const [text, setText] = useState(range.text);
  const [tried, setTried] = useState(false);
  const error = !tried
    ? undefined
    : address.trim() === ''
      ? t('link.required')
      : readAddress(address)
        ? undefined
        : t('link.invalid');
  const finish = (wanted: string) => {
    view.run(setLink(range, wanted, text));
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (address.trim() !== '' && readAddress(address)) finish(address);
  };
  const open = safeHref(range.href);
  return (
    <EditorDialog
      view={view}
      onClose={onClose}
      onSubmit={submit}
      title={range.href ? t('link.edit') : t('link.add')}
      footer={
        <>
          {range.href && (
            <Button variant="quiet" onPress={() => finish('')}>
              {t('link.remove')}
            </Button>
          )}
          {open && (
            <LinkButton href={open} target="_blank" icon={<ExternalLink aria-hidden size={14} />}>
              {t('link.open')}
            </LinkButton>
          )}
          <Button variant="primary" onPress={submit}>
            {t('link.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('link.address')}
        placeholder="https://"
        value={address}
        onChange={setAddress}
        error={error}
        autoFocus
        inputMode="url"
        autoComplete="off"
        isRequired
      />
      <TextField label={t('link.text')} value={text} onChange={setText} />
    </EditorDialog>
  );
}
