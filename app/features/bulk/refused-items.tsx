import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import type { BulkResult } from './run-all';

/** Lists the rows that an action did not change, each with the reason. Closed while there are none. */
export function RefusedItems({
  refused,
  onClose,
}: {
  refused: BulkResult<{ id: string; title: string }>['refused'];
  onClose: () => void;
}) {
  const { t } = useTranslation(['project', 'common', 'errors']);
  return (
    <Dialog
      isOpen={refused.length > 0}
      size="small"
      title={t('project:bulk.refused', { count: refused.length })}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={(close) => <Button onPress={close}>{t('common:close')}</Button>}
    >
      <ul className="flex flex-col gap-2 text-14">
        {refused.map(({ item, error }) => (
          <li key={item.id}>
            <span className="font-medium text-ink-strong">{item.title}</span>
            <br />
            <span className="text-ink-muted">{errorText(t, error)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
