/** File types as a call. */
import { LIMITS } from '../../../sync/model/limits';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CallOutput } from '../../../sync/protocol/call';
import { fileCalls } from './contract';

type FileType = CallOutput<typeof fileCalls.types>['list'][number];

/** bytes of one selected file, and files of one selection (workspace 5) */
const FILE_BYTES = 50 * 1024 * 1024;
const SELECTION_FILES = 5;

const types = (category: FileType['category'], maxSize: number, byExtension: Record<string, string>): FileType[] =>
  Object.entries(byExtension).map(([extension, mimeType]) => ({ extension, mimeType, category, maxSize }));

const ALL: FileType[] = [
  ...types('document', FILE_BYTES, {
    '.pdf': 'application/pdf',
    '.txt': 'text/plain',
    '.md': 'text/markdown',
    '.csv': 'text/csv',
    '.html': 'text/html',
    '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    '.odt': 'application/vnd.oasis.opendocument.text',
    '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
    '.odp': 'application/vnd.oasis.opendocument.presentation',
  }),
  ...types('image', FILE_BYTES, {
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.gif': 'image/gif',
    '.webp': 'image/webp',
  }),
  ...types('code', FILE_BYTES, {
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

export const fileRoutes = (): BoundCall[] => [
  bind(fileCalls.types, async () => ({ list: ALL, maxFiles: SELECTION_FILES })),
];
