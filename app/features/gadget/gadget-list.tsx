import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';

/** The gadgets on this device, the most recently changed first. */
export function GadgetList() {
  const { t } = useTranslation('gadget');
  const gadgets = useQuery({ kind: 'find', collection: 'gadgets', sort: [{ recency: 'asc' }] });
  if (!gadgets) return <SkeletonRows />;
  if (gadgets.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  return gadgets.map(({ id, title, createdAt }) => <ListRow key={id} title={title} at={createdAt} />);
}
