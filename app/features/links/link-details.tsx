import { useTranslation } from 'react-i18next';
import { Facts } from '~/features/files/facts';
import { ItemNotices } from '~/features/files/item-notices';
import { languageName } from '~/features/files/language-name';
import type { People } from '~/features/people/use-people';
import { Moment } from '~/ui/data/relative-time';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { LinkStateWord, useLinkDetail } from './link-progress';
import { languageTag } from '../../../sync/model/languages';
import { shownUrl } from '../../../sync/model/shown-host';

/** Details of a website or page, and the settings with which it is crawled. */
export function LinkDetails({ item, people }: { item: ProjectItem; people: People }) {
  const { t, i18n } = useTranslation('links');
  const detail = useLinkDetail(item);
  const isSite = item.itemType === 'website';
  const number = (value: number): string => new Intl.NumberFormat(languageTag(i18n.language)).format(value);
  return (
    <div className="min-h-0 flex-1 overflow-auto pb-8">
      <ItemNotices item={{ ...item, error: '' }} />
      <Facts
        facts={[
          [
            t('address'),
            <a
              key="address"
              href={item.url}
              target="_blank"
              rel="noopener noreferrer"
              className="focus-ring break-all rounded-control text-accent-ink hover:underline"
            >
              {shownUrl(item.url)}
            </a>,
          ],
          [
            t('column.state'),
            <>
              <LinkStateWord item={item} />
              {detail && <span className="block text-12 text-ink-muted">{detail}</span>}
            </>,
          ],
          [t('column.pages'), isSite ? t('pagesOf', { count: item.pages, limit: item.pageLimit }) : ''],
          [t('settings.depth'), isSite ? number(item.depth) : ''],
          [
            t('settings.weekly'),
            item.itemType === 'websiteUrl' ? '' : t(item.recrawl === 'weekly' ? 'settings.on' : 'settings.off'),
          ],
          [t('fact.language'), languageName(item.language, i18n.language)],
          [t('column.addedBy'), people.byId.get(item.addedBy)?.name ?? ''],
          [t('fact.added'), <Moment key="at" at={item.createdAt} />],
          [t('column.read'), item.contentAt > 0 ? <Moment key="read" at={item.contentAt} /> : ''],
        ]}
      />
    </div>
  );
}
