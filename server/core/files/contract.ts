/** Accepted file types and their maximum sizes. */
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';

const FileType = v.object({
  extension: v.string(),
  mimeType: v.string(),
  category: v.picklist(['document', 'image', 'code', 'audio']),
  /** bytes */ maxSize: v.number(),
});

export const fileCalls = {
  types: defineCall({
    service: 'core',
    method: 'GET',
    path: '/file/types',
    who: 'member',
    summary: 'Supported types of files with their largest sizes.',
    input: v.object({}),
    output: v.object({ list: v.array(FileType), /** files in one selection */ maxFiles: v.number() }),
    errors: [],
  }),
};
