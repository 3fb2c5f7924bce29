import { Link } from '@remix-run/react';
import { ArrowUpRight, BookOpenText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { buttonClass } from '~/ui/controls/button-styles';
import { Button } from '~/ui/controls/button';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { targetOf } from './source-target';

/** Opens a passage in its document at its place, or as it was stored where there is no document on this device. */
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
  const { kind, id } = source;
  const isDocument = kind !== 'web' && kind !== 'temporary';
  const doc = useQuery(isDocument ? { kind: 'one', collection: kind, id } : null);
  const target = doc ? targetOf(source, quote, 'itemType' in doc ? doc.itemType : undefined) : null;
  if (!target)
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
