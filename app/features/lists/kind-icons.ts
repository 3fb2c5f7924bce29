import { FileText, Folder, Globe, Link2, Mic, Paperclip, type LucideIcon } from 'lucide-react';
import type { SearchableKind } from '../../../sync/model/kinds';
import type { ItemType } from '../../../sync/model/kinds/project-items';

/** The icon of each kind, in every list. */
export const KIND_ICONS: Record<SearchableKind, LucideIcon> = {
  projects: Folder,
  notes: FileText,
  meetings: Mic,
  projectItems: Paperclip,
};

/** The icon of a match: a website and its pages differ from a file. */
export const matchIcon = ({ kind, itemType }: { kind: SearchableKind; itemType: ItemType | '' }): LucideIcon =>
  itemType === 'website' ? Globe : itemType === 'websiteUrl' || itemType === 'singleUrl' ? Link2 : KIND_ICONS[kind];
