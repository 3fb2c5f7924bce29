import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ItemActions } from '~/features/files/item-actions';
import { ItemNotices } from '~/features/files/item-notices';
import { Written } from '~/i18n/written';
import { ScrolledRows } from '~/ui/data/scrolled-rows';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { LinkProgress, LinkStateWord, useLinkDetail } from './link-progress';
import { depthOf, shownAddress } from './link-state';
import { useSitePages } from './use-links';

/** The pages of a website with their states, indented by the folders of their addresses. */
export function SitePages({ site, onOpen }: { site: ProjectItem; onOpen: (id: string) => void }) {
  const { t } = useTranslation('links');
  const pages = useSitePages(site.id);
  const detail = useLinkDetail(site);
  if (!pages) return <SkeletonRows />;
  return (
    <>
      <ItemNotices item={site} />
      <p role="status" className="tabular px-5 pb-2 text-13 text-ink-muted">
        {detail && site.error === '' ? detail : t('pageCount', { count: pages.length })}
      </p>
      {pages.length === 0 ? (
        <EmptyState icon={<Globe size={22} />} title={t('noPages')} text={t('noPagesText')} />
      ) : (
        <ScrolledRows
          label={t('pagesLabel', { title: site.title })}
          count={pages.length}
          estimate={() => 52}
          keyOf={(i) => pages[i]!.id}
          className="px-3 pb-8"
        >
          {(i) => <PageRow page={pages[i]!} onOpen={onOpen} />}
        </ScrolledRows>
      )}
    </>
  );
}

function PageRow({ page, onOpen }: { page: ProjectItem; onOpen: (id: string) => void }) {
  const detail = useLinkDetail(page);
  const path = shownAddress(page.url).path || '/';
  return (
    <div
      className="relative flex min-h-[52px] items-center gap-2 rounded-control px-2 hover:bg-hover"
      style={{ paddingInlineStart: `${0.5 + depthOf(page.url) * 0.75}rem` }}
    >
      <div className="flex min-w-0 flex-1 flex-col">
        <button
          type="button"
          onClick={() => onOpen(page.id)}
          className="focus-ring truncate rounded-control text-left text-14 text-ink-strong after:absolute after:inset-0 after:rounded-control"
        >
          <Written text={page.title || path} />
        </button>
        <span className={`truncate text-12 ${page.error ? 'text-danger-ink' : 'text-ink-muted'}`}>
          {detail ?? path}
        </span>
      </div>
      <span className="text-12 text-ink-muted">
        <LinkStateWord item={page} />
      </span>
      <span className="relative z-10">
        <ItemActions item={page} />
      </span>
      <LinkProgress item={page} />
    </div>
  );
}
