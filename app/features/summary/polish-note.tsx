import { lazy, Suspense, useState } from 'react';
import { WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '~/i18n/client';
import { useCapability } from '~/features/ask/use-capability';
import { Button } from '~/ui/controls/button';
import { useQuery } from '~/replica/hooks';
import { meetingNoteId } from '../../../sync/model/ids';
import type { Meeting } from '../../../sync/model/kinds/meetings';

const PolishDialog = lazy(async () => {
  const [body] = await Promise.all([import('./polish-dialog'), loadNamespaces(['summary', 'versions'])]);
  return body;
});

/** Offers to polish the note of a meeting, if the organization has a language model. */
export function PolishNote({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('meeting');
  const model = useCapability('chat');
  const note = useQuery({ kind: 'one', collection: 'noteContents', id: meetingNoteId(meeting.id) });
  const [isOpen, setOpen] = useState(false);
  if (model !== 'there' || !note?.state || !note.abilities.includes('update')) return null;
  return (
    <>
      <Button size="small" variant="quiet" icon={<WandSparkles aria-hidden size={14} />} onPress={() => setOpen(true)}>
        {t('notes.polish')}
      </Button>
      {isOpen && (
        <Suspense>
          <PolishDialog meeting={meeting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
