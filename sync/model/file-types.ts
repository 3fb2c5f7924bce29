/** The types of files that may be added to a project: by extension, with their MIME type and category. */
import { LIMITS } from './limits';

export type FileCategory = 'document' | 'image' | 'code' | 'audio';

export interface FileType {
  /** with the dot, in lower case */
  extension: string;
  mimeType: string;
  category: FileCategory;
  /** bytes */
  maxSize: number;
}

const types = (category: FileCategory, maxSize: number, byExtension: Record<string, string>): FileType[] =>
  Object.entries(byExtension).map(([extension, mimeType]) => ({ extension, mimeType, category, maxSize }));

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

export const FILE_TYPES: readonly FileType[] = [
  ...types('document', LIMITS.fileBytes, {
    '.pdf': 'application/pdf',
    '.txt': 'text/plain',
    '.md': 'text/markdown',
    '.csv': 'text/csv',
    '.html': 'text/html',
    '.docx': `${OPEN_XML}.wordprocessingml.document`,
    '.xlsx': `${OPEN_XML}.spreadsheetml.sheet`,
    '.pptx': `${OPEN_XML}.presentationml.presentation`,
    '.docm': 'application/vnd.ms-word.document.macroenabled.12',
    '.xlsm': 'application/vnd.ms-excel.sheet.macroenabled.12',
    '.pptm': 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    '.odt': `${OPEN_DOCUMENT}.text`,
    '.ods': `${OPEN_DOCUMENT}.spreadsheet`,
    '.odp': `${OPEN_DOCUMENT}.presentation`,
    '.epub': 'application/epub+zip',
    '.eml': 'message/rfc822',
    '.rtf': 'application/rtf',
  }),
  ...types('image', LIMITS.fileBytes, {
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.gif': 'image/gif',
    '.webp': 'image/webp',
  }),
  ...types('code', LIMITS.fileBytes, {
    '.json': 'application/json',
    '.xml': 'application/xml',
    '.yaml': 'application/yaml',
    '.yml': 'application/yaml',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.ts': 'text/plain',
    '.py': 'text/x-python',
    '.java': 'text/x-java',
    '.c': 'text/x-c',
    '.cpp': 'text/x-c++',
    '.go': 'text/x-go',
    '.rs': 'text/x-rust',
    '.sql': 'application/sql',
    '.sh': 'text/x-sh',
  }),
  ...types('audio', LIMITS.audioBytes, { '.wav': 'audio/wav', '.webm': 'audio/webm', '.mp3': 'audio/mpeg' }),
];

const BY_EXTENSION = new Map(FILE_TYPES.map((type) => [type.extension, type]));

/** The extension of a file name with the dot, in lower case; '' for none. */
export const extensionOf = (name: string): string => /[^./\\](\.[^./\\\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type by the extension of a name; null for an unsupported one. */
export const typeOfName = (name: string): FileType | null => BY_EXTENSION.get(extensionOf(name)) ?? null;

/** @param extension with the dot */
export const typeOfExtension = (extension: string): FileType | null => BY_EXTENSION.get(extension) ?? null;

/** The category of a file: by its extension, else by the type that the server has detected. */
export function categoryOf({ title, mimeType }: { title: string; mimeType: string }): FileCategory {
  const known = typeOfName(title) ?? FILE_TYPES.find((type) => type.mimeType === mimeType);
  if (known) return known.category;
  return mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('audio/') ? 'audio' : 'document';
}
