import { FileText, Folder, Globe, Mic, Paperclip, type LucideIcon } from 'lucide-react';
import type { AnswerSource } from '../../../sync/model/kinds/answers';

/** The icon of each kind of source. */
export const SOURCE_ICONS: Record<AnswerSource['kind'], LucideIcon> = {
  projects: Folder,
  projectItems: Paperclip,
  notes: FileText,
  meetings: Mic,
  web: Globe,
  temporary: Paperclip,
};
