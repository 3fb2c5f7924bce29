import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Moment } from '~/ui/data/relative-time';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { shownUrl } from '../../../sync/model/shown-host';
import { ItemNotices } from './item-notices';
import { PartsView } from './parts-view';
import { useOpenedText } from './use-opened-text';

/** The extracted text of a file or page, or the reason why there is none. */
export function ItemText({ item }: { item: ProjectItem }) {
  const { t } = useTranslation(['files', 'links']);
  const { text, partId, anchor } = useOpenedText(item.id);
  const isOnline = useStatus().connection.state === 'online';
  if (text === undefined) return <SkeletonRows />;
  const isLink = item.itemType !== 'file';
  if (text === null || text.parts.length === 0) {
    const isRead = item.parseStatus === 'parsed' || item.crawlStatus === 'crawled';
    return (
      <>
        <ItemNotices item={item} />
        <EmptyState
          icon={<FileText size={22} />}
          title={t(isRead && text ? 'files:noText.title' : 'files:notRead.title')}
          text={t(
            isRead
              ? text
                ? 'files:noText.text'
                : isOnline
                  ? 'files:notRead.arriving'
                  : 'files:notRead.offline'
              : isLink
                ? 'links:notRead'
                : 'files:notRead.text',
          )}
        />
      </>
    );
  }
  return (
    <>
      <ItemNotices item={item} />
      {isLink && (
        <p className="px-5 pb-2 text-12 text-ink-muted">
          {text.fetchedAt > 0 && (
            <>
              {t('links:snapshot')} <Moment at={text.fetchedAt} /> ·{' '}
            </>
          )}
          <a
            href={item.url}
            target="_blank"
            rel="noopener noreferrer"
            className="focus-ring break-all rounded-control text-accent-ink hover:underline"
          >
            {shownUrl(item.url)}
          </a>
        </p>
      )}
      <PartsView text={text} partId={partId} anchor={anchor} />
    </>
  );
}
