import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { useQuery } from '~/replica/hooks';
import { StateDot } from '~/ui/data/state-dot';
import { RowProgress } from '~/ui/feedback/row-progress';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { linkState } from './link-state';

/** The state of a website or page as a word with a dot. */
export function LinkStateWord({ item }: { item: ProjectItem }) {
  const { t } = useTranslation('links');
  const { id, tone } = linkState(item);
  return <StateDot tone={tone}>{t(`state.${id}`)}</StateDot>;
}

/** The error of a link, or the number of stored pages while a website is crawled; null for neither. */
export function useLinkDetail(item: ProjectItem): string | null {
  const { t } = useTranslation(['links', 'errors']);
  if (item.error !== '') return errorText(t, { code: item.error });
  if (item.itemType === 'website' && item.crawlStatus === 'crawling')
    return t('links:pagesOf', { count: item.pages, limit: item.pageLimit });
  return null;
}

/** The progress bar of a website or page that is being crawled. */
export function LinkProgress({ item }: { item: ProjectItem }) {
  return item.crawlStatus === 'crawling' ? <Progress item={item} /> : null;
}

function Progress({ item }: { item: ProjectItem }) {
  const { t } = useTranslation('links');
  const share = useQuery({ kind: 'progress', collection: 'projectItems', id: item.id });
  return (
    <RowProgress label={t('reading', { title: item.title })} value={typeof share === 'number' ? share * 100 : null} />
  );
}
