import { expect, it } from 'vitest';
import type { LocalFileRow } from '../../../sync/engine/host/api';
import { fileState, sentShare } from './file-state';

const item = (fields: object = {}) => ({ version: 1, parseStatus: 'parsed' as const, error: '', ...fields });
const local = (fields: Partial<LocalFileRow> = {}): LocalFileRow => ({
  id: 'f',
  projectId: 'p',
  state: 'onServer',
  bytes: 100,
  sent: 100,
  attempts: 0,
  error: '',
  hasBytes: true,
  ...fields,
});

it('the upload state of this device takes precedence over the state on the server', () => {
  expect(fileState(item({ version: 0, parseStatus: 'notParsed' }), local({ state: 'waiting', sent: 0 })).id).toBe(
    'queued',
  );
  expect(fileState(item(), local({ state: 'uploading', sent: 30 }))).toMatchObject({
    id: 'uploading',
    upload: { bytes: 100, sent: 30 },
  });
  expect(fileState(item(), local({ state: 'paused' })).id).toBe('paused');
  expect(fileState(item(), local({ state: 'attention', error: 'FILE_TOTAL_LENGTH_EXCEEDED' }))).toMatchObject({
    id: 'refused',
    tone: 'danger',
    error: 'FILE_TOTAL_LENGTH_EXCEEDED',
  });
});

it('a file whose bytes only another device has is not shown as in progress', () =>
  expect(fileState(item({ version: 0, parseStatus: 'notParsed' }), undefined)).toEqual({
    id: 'elsewhere',
    tone: 'neutral',
    error: '',
    upload: null,
  }));

it('an uploaded file has the state of its text extraction; an earlier error is shown only for a failure', () => {
  expect(fileState(item(), local()).id).toBe('parsed');
  expect(fileState(item({ parseStatus: 'failed', error: 'FILE_DAMAGED' }), undefined).error).toBe('FILE_DAMAGED');
  expect(fileState(item({ parseStatus: 'parsing', error: 'FILE_DAMAGED' }), undefined).error).toBe('');
});

it('gives the share of sent bytes in per cent', () => {
  expect(sentShare({ bytes: 200, sent: 50 })).toBe(25);
  expect(sentShare({ bytes: 0, sent: 0 })).toBe(0);
  expect(sentShare({ bytes: 10, sent: 12 })).toBe(100);
});
