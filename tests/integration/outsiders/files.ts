import { fileCalls } from '../../../server/core/files/contract';
import type { OutsiderEntry } from '../../support/outsiders';

const sent = { name: 'talk.wav', size: 4, sha256: 'b'.repeat(64) };

export const entries: OutsiderEntry[] = [
  [fileCalls.types, () => []],
  [
    fileCalls.apply,
    (ann, own) => [
      { projectId: ann.project, files: [sent] },
      { projectId: ann.project, files: [{ ...sent, fileId: ann.file, version: 2 }] },
      { projectId: own.project, files: [{ ...sent, fileId: ann.file, version: 2 }] },
    ],
  ],
  [fileCalls.finish, (ann) => [{ uploadIds: [ann.fileUpload] }]],
  // an id of one's own making is answered
  [fileCalls.applyTemporary, () => []],
  [fileCalls.finishTemporary, (ann) => [{ uploadIds: [ann.temporaryUpload] }]],
  [
    fileCalls.update,
    (ann, own) => [
      { id: ann.file, title: 'taken.wav' },
      { id: ann.file, projectId: own.project },
    ],
  ],
  [fileCalls.cancelParsing, (ann) => [{ id: ann.file }]],
  [fileCalls.retryParsing, (ann) => [{ id: ann.file }]],
  [fileCalls.versions, (ann) => [{ id: ann.file }]],
  [fileCalls.restoreVersion, (ann) => [{ id: ann.file, version: 1 }]],
  [fileCalls.makeRecording, (ann) => [{ id: ann.file, language: 'en' }]],
  [fileCalls.applyBatchDownload, (ann) => [{ ids: [ann.file] }]],
  [fileCalls.searchChat, () => [{ chatId: 'chat', keyword: '' }]],
  [fileCalls.getChat, (ann) => [{ id: ann.temporaryFile }]],
  [fileCalls.downloadChat, (ann) => [{ id: ann.temporaryFile }]],
  [fileCalls.downloadChatBatch, (ann) => [{ ids: [ann.temporaryFile] }]],
  [fileCalls.uploadChat, () => []],
  [fileCalls.remove, (ann) => [{ ids: [ann.file] }, { ids: [ann.temporaryFile] }]],
];
