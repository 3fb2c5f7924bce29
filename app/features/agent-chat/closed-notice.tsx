import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import type { Unusable } from './use-chat-agent';

/** Why an agent takes no question. */
export function ClosedNotice({ reason }: { reason: Unusable }) {
  const { t } = useTranslation('agent-chat');
  return (
    <Banner kind="warning" className="my-2">
      {t(`closed.${reason}`)}
    </Banner>
  );
}
