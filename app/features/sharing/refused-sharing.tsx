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
 * A notice at a document about a change of its sharing that the server refused, with the reason. The document has its
 * previous sharing again; the refused change is in the outbox, and the notice ends with it.
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
        // a change with other fields stays in the outbox; a change of the sharing alone can be discarded here
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
