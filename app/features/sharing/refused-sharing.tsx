import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAboutSharing, isOnlySharing } from '~/features/outbox/only-sharing';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { keepFocus } from '~/ui/keep-focus';
import type { SharedKind } from '../../../sync/model/top-kinds';

/**
 * Says at a document why the server refused to share it as this person wanted. The old state is back by then; the refused
 * change is in the outbox, and this notice leaves with it.
 */
export function RefusedSharing({ kind, id, className }: { kind: SharedKind; id: string; className?: string }) {
  const { t } = useTranslation(['outbox', 'common', 'errors']);
  const hasRejected = useStatus().rejected > 0;
  const rejected = useQuery(hasRejected ? { kind: 'rejectedChanges' } : null) ?? [];
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const discard = (changeId: string) =>
    run('rejectedChange.resolve', { id: changeId, action: 'drop' }).then(keepFocus, (error: unknown) =>
      reportFailure(t, error),
    );
  return rejected
    .filter(
      (item) => item.collection === kind && item.documentId === id && isAboutSharing(item) && !hidden.includes(item.id),
    )
    .map((item) => (
      <Banner
        key={item.id}
        kind="danger"
        className={className}
        title={t('outbox:sharingRefused')}
        // what else the change has is kept in the outbox; a refused setting alone has nothing to keep
        {...(isOnlySharing(item)
          ? {
              action: (
                <Button size="small" onPress={() => void discard(item.id)}>
                  {t('outbox:discardChange')}
                </Button>
              ),
            }
          : {
              action: (
                <LinkButton size="small" href={paths.outbox()}>
                  {t('outbox:title')}
                </LinkButton>
              ),
              onClose: () => {
                setHidden([...hidden, item.id]);
                keepFocus();
              },
            })}
      >
        {errorText(t, item)}
      </Banner>
    ));
}
