import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { replica, run } from '~/replica/client';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { keepFocus } from '~/ui/keep-focus';
import { RelativeTime } from '~/ui/data/relative-time';
import type { ListedRejectedChange } from '../../../sync/engine/host/live-queries';
import { DropDialog } from './drop-dialog';
import { saveFile } from '~/ui/save-file';
import { dynamicKeys } from '~/i18n/dynamic-keys';
import { isOnlySharing } from './only-sharing';

/** A change that the server rejected, with the reason and the person's content. */
export function RejectedRow({ item }: { item: ListedRejectedChange }) {
  const { t } = useTranslation(['outbox', 'common', 'errors']);
  const [dropping, setDropping] = useState(false);
  const translate = dynamicKeys(t);
  const kind = translate(`outbox:collection.${item.collection}`, { defaultValue: t('outbox:kind.document') });
  const title = item.title || kind;
  // a refused setting of a document that is on the server: sending it again fails again, and there is nothing to keep
  const isSetting = isOnlySharing(item);
  const resolve = async (action: 'retry' | 'copy' | 'drop') => {
    try {
      await run('rejectedChange.resolve', { id: item.id, action });
    } catch (error) {
      reportFailure(t, error);
    }
  };
  // texts as Markdown, others unchanged
  const keep = async () => {
    try {
      const file = await replica().outboxFile(item.id);
      if (file) saveFile(file.name, file.blob);
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <li
      className="flex flex-col gap-3 border-b border-line py-4 last:border-0 sm:flex-row sm:items-start"
      data-rejected-change={item.code}
    >
      <span
        aria-hidden
        className="hidden size-9 shrink-0 items-center justify-center rounded-control bg-danger-tint text-danger-ink sm:flex"
      >
        <CircleAlert size={18} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium text-ink-strong">{title}</span>
          <Badge tone="danger">{t('outbox:state.attention')}</Badge>
        </div>
        <p className="text-12 text-ink-muted">
          {kind} · <RelativeTime at={item.at} />
        </p>
        {isSetting && (
          <p className="text-13 text-ink">{t('outbox:changeRefused', { field: t('outbox:field.shareRange') })}</p>
        )}
        <p className="text-13 leading-relaxed text-danger-ink">{errorText(t, item)}</p>
        <p className="text-13 text-ink-muted">
          {isSetting
            ? t('outbox:documentStays')
            : t(item.content['_deleted'] === true ? 'outbox:deletionRefused' : 'outbox:contentKept')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {isSetting ? (
          <Button size="small" onPress={() => void resolve('drop').then(keepFocus)}>
            {t('outbox:discardChange')}
          </Button>
        ) : (
          <>
            <Button size="small" onPress={() => void resolve('retry')}>
              {t('outbox:retry')}
            </Button>
            {item.canBeCopied && (
              <Button size="small" variant="quiet" onPress={() => void resolve('copy')}>
                {t('outbox:makeCopy')}
              </Button>
            )}
            <Button size="small" variant="quiet" onPress={() => void keep()}>
              {t('common:saveToFile')}
            </Button>
            <Button size="small" variant="quiet" onPress={() => setDropping(true)}>
              {t('outbox:drop')}
            </Button>
          </>
        )}
      </div>
      <DropDialog
        id={item.id}
        title={title}
        isOpen={dropping}
        onOpenChange={setDropping}
        onConfirm={() => resolve('drop')}
      />
    </li>
  );
}
