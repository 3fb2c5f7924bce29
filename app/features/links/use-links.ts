import { useMemo } from 'react';
import { useItems } from '~/features/files/use-items';
import { useQuery } from '~/replica/hooks';
import { NEWEST_FIRST } from '../../../sync/model/item-order';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

/** The first websites and single pages of a project, newest first; undefined until known. `limit`: null for all. */
export const useLinks = (projectId: string, limit: number | null) =>
  useItems({ kind: 'items', of: 'links', projectId, order: NEWEST_FIRST, language: 'en', limit });

/** Sorts the pages of a website by address, so that a folder precedes its pages. */
const inAddressOrder = (pages: readonly ProjectItem[]): ProjectItem[] =>
  [...pages].sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));

/** The pages of a website; undefined until the query has a value. */
export function useSitePages(siteId: string): readonly ProjectItem[] | undefined {
  const pages = useQuery({ kind: 'find', collection: 'projectItems', selector: { parentId: siteId } });
  return useMemo(() => pages && inAddressOrder(pages), [pages]);
}

/** The pages of all websites of a project, by the id of the website. Without `isWanted` nothing is queried. */
export function usePagesBySite(projectId: string, isWanted: boolean): ReadonlyMap<string, readonly ProjectItem[]> {
  const pages = useQuery(
    isWanted ? { kind: 'find', collection: 'projectItems', selector: { projectId, itemType: 'websiteUrl' } } : null,
  );
  return useMemo(() => {
    const bySite = new Map<string, ProjectItem[]>();
    for (const page of inAddressOrder(pages ?? [])) {
      const list = bySite.get(page.parentId);
      if (list) list.push(page);
      else bySite.set(page.parentId, [page]);
    }
    return bySite;
  }, [pages]);
}
