import { Link } from '@remix-run/react';
import { ArrowUpRight, BookOpenText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '~/ui/controls/button-styles';
import { Button } from '~/ui/controls/button';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { useSource } from './use-source';

/**
 * A link to the passage in its document; a button that shows the stored passage if this device has no such document, or
 * the document no longer contains the quote.
 */
export function OpenSource({
  source,
  quote,
  onStored,
  onOpened,
}: {
  source: AnswerSource;
  quote: string;
  /** shows the stored passage */
  onStored: () => void;
  onOpened?: () => void;
}) {
  const { t } = useTranslation(['chat', 'common']);
  const { target, isChanged } = useSource(source, quote);
  if (!target || isChanged)
    return (
      <Button size="small" icon={<BookOpenText aria-hidden size={14} />} onPress={onStored}>
        {t('chat:source.passage')}
      </Button>
    );
  return (
    <Link
      to={target.to}
      state={target.state}
      onClick={onOpened}
      className={buttonClass('secondary', 'small', 'hover:bg-hover')}
    >
      <ArrowUpRight aria-hidden size={14} />
      {t('common:open')}
    </Link>
  );
}
