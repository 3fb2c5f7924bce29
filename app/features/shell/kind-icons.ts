import { FileText, Folder, Mic, type LucideIcon } from 'lucide-react';
import type { TopKind } from '../../../sync/model/top-kinds';

/** The icon of each kind, in every list. */
export const KIND_ICONS: Record<TopKind, LucideIcon> = { projects: Folder, notes: FileText, meetings: Mic };
