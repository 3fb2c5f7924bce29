/** Icon and type name of a file, and the type filters of the list. */
import {
  AudioLines,
  File as FileIcon,
  FileCode,
  FileSpreadsheet,
  FileText,
  Image,
  Mail,
  Presentation,
  type LucideIcon,
} from 'lucide-react';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { categoryOf, extensionOf, FILE_TYPES, typeOfName, type FileCategory } from '../../../sync/model/file-types';

export const FILE_FILTERS = ['all', 'document', 'image', 'code', 'audio'] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];
export const readFileFilter = (value: string | null): FileFilter => FILE_FILTERS.find((f) => f === value) ?? 'all';

const OF_CATEGORY: Record<FileCategory, LucideIcon> = {
  document: FileText,
  image: Image,
  code: FileCode,
  audio: AudioLines,
};

export function fileIcon(file: Pick<ProjectItem, 'title' | 'mimeType'>): LucideIcon {
  const extension = extensionOf(file.title);
  if (/^\.(xls[xm]|ods|csv)$/.test(extension)) return FileSpreadsheet;
  if (/^\.(ppt[xm]|odp)$/.test(extension)) return Presentation;
  if (extension === '.eml') return Mail;
  return extension === '' && file.mimeType === '' ? FileIcon : OF_CATEGORY[categoryOf(file)];
}

const nameOf = (extension: string): string => extension.slice(1).toUpperCase();

/** `PDF`, `XLSX`; followed by the MIME type of the content if that does not match the extension. */
export function typeName({ title, mimeType }: Pick<ProjectItem, 'title' | 'mimeType'>): string {
  const type = typeOfName(title);
  if (!type) return mimeType;
  const name = nameOf(type.extension);
  return mimeType === '' || mimeType === type.mimeType ? name : `${name} (${mimeType})`;
}

/** The type of the content and the type by the name, such as `TXT` and `PDF`; null if they match or one is unknown. */
export function otherType({
  title,
  mimeType,
}: Pick<ProjectItem, 'title' | 'mimeType'>): { content: string; named: string } | null {
  const named = typeOfName(title);
  const content = FILE_TYPES.find((type) => type.mimeType === mimeType);
  return named && content && named.mimeType !== mimeType
    ? { content: nameOf(content.extension), named: nameOf(named.extension) }
    : null;
}
