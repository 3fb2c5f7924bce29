import { useState, type ReactNode } from 'react';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { useWaitingCalls } from '~/features/outbox/use-waiting-calls';
import { paths } from '~/paths';
import { useComing, useStatus } from '~/replica/hooks';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button, LinkButton } from '~/ui/controls/button';
import { toast } from '~/ui/feedback/toast';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { TopKind } from '../../../sync/model/top-kinds';

export interface Asked {
  kind: TopKind;
  id: string;
}

/** Asks the owner, offline too: the question waits in the outbox. The answer is the same if there is no such document. */
function AskForAccess({ ask: { kind, id } }: { ask: Asked }) {
  const { t } = useTranslation(['common', 'errors']);
  const savedText = useSavedText();
  const [sent, setSent] = useState(false);
  // after a reload the request may still be in the outbox
  const waiting = useWaitingCalls('accessRequest').has(`${kind}/${id}`);
  const asked = sent || waiting;
  const send = () =>
    run('access.request', { kind, id }).then(
      () => {
        setSent(true);
        toast.message(t('common:missing.asked'), { description: savedText });
      },
      (error: unknown) => reportFailure(t, error),
    );
  return (
    <Button isDisabled={asked} onPress={() => void send()}>
      {t(waiting ? 'common:missing.askWaits' : 'common:missing.ask')}
    </Button>
  );
}

/**
 * The document of this address is not on this device: it was deleted, or this person may not see it (both show the same
 * text, so that nothing leaks), or it has not arrived yet. No claim is made before a pull has ended, or while a first
 * sync runs.
 */
export function MissingDocument({
  place,
  title,
  text,
  action,
  ask,
}: {
  /** the list that would contain it */ place: string;
  title: string;
  text: string;
  action: ReactNode;
  /** the document to which a person may request access */
  ask?: Asked;
}) {
  const { t } = useTranslation('common');
  const { firstSync } = useStatus();
  const coming = useComing();
  if (coming === 'now') {
    return (
      <div className="mx-auto w-full max-w-3xl px-6 py-10" role="status">
        <p className="mb-4 text-13 text-ink-muted">{t(firstSync ? 'missing.firstSync' : 'missing.looking')}</p>
        <SkeletonRows rows={4} />
      </div>
    );
  }
  const late = coming === 'away' ? t('missing.offline') : coming === 'late' ? t('missing.late') : '';
  return (
    <>
      <PageHeader title={place} />
      <EmptyState
        icon={<FileQuestion size={22} />}
        title={title}
        text={`${text} ${late}`.trim()}
        action={
          <>
            {action}
            {ask && <AskForAccess ask={ask} />}
            <LinkButton href={paths.home()}>{t('toHome')}</LinkButton>
          </>
        }
      />
    </>
  );
}
