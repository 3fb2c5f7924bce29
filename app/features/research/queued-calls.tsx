import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import type { QueuedResearchCall } from '../../../sync/engine/host/api';

/** Shows the unsent calls of a research, and refused ones with the reason. */
export function QueuedCalls({ calls }: { calls: readonly QueuedResearchCall[] }) {
  const { t } = useTranslation(['research', 'errors', 'common']);
  const { state } = useStatus().connection;
  const isAway = state !== 'online' && state !== 'starting';
  const act = (command: 'outbox.retry' | 'outbox.drop', id: string) => () =>
    void run(command, { id: `call/${id}` }).catch((error: unknown) => reportFailure(t, error));
  const refused = calls.filter(({ isRefused }) => isRefused);
  // show only the last one: the start of the work is queued after the plan
  const waiting = isAway ? calls.filter(({ isRefused }) => !isRefused).at(-1) : undefined;
  return (
    <>
      {refused.map(({ id, code }) => (
        <Banner
          key={id}
          kind="danger"
          live="alert"
          action={
            <>
              <Button size="small" onPress={act('outbox.retry', id)}>
                {t('common:retry')}
              </Button>
              <Button size="small" variant="quiet" onPress={act('outbox.drop', id)}>
                {t('research:queued.drop')}
              </Button>
            </>
          }
        >
          {errorText(t, { code })}
        </Banner>
      ))}
      {waiting && <Banner>{t(`research:queued.${waiting.action}`)}</Banner>}
    </>
  );
}
