import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import type { Unusable } from './use-chat-agent';

/** The reason why an agent cannot be asked; `isStart`: there is no chat yet. */
export function ClosedNotice({ reason, isStart = false }: { reason: Unusable; isStart?: boolean }) {
  const { t } = useTranslation('agent-chat');
  return (
    <Banner kind="warning" className="my-2">
      {t(`closed.${reason === 'gone' && isStart ? 'goneStart' : reason}`)}
    </Banner>
  );
}
