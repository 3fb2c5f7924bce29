import { FileSymlink, Globe, Link2, type LucideIcon } from 'lucide-react';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { fileIcon } from './file-icon';

/** The icon of a file, website or page. */
export const itemIcon = (item: Pick<ProjectItem, 'itemType' | 'title' | 'mimeType'>): LucideIcon =>
  item.itemType === 'file'
    ? fileIcon(item)
    : item.itemType === 'website'
      ? Globe
      : item.itemType === 'websiteUrl'
        ? FileSymlink
        : Link2;
