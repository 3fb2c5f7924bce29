/** Serves the bytes of project files to members who may see them: `content` for display, `download` for saving. */
import type { FileCategory } from '../../../sync/model/file-types';
import { FILE_TYPES } from '../../../sync/model/file-types';
import { CallError } from '../../../sync/protocol/errors';
import type { Authenticator } from '../../platform/http/authenticator';
import { disposition } from '../../platform/http/file-answer';
import type { RawHandler } from '../../platform/http/host';
import { answerFailure, memberOf } from '../uploads/requests';
import { blobKey } from '../uploads/resumable';
import { sendBlob } from '../uploads/send-blob';
import { FILE_VERSION_HEADER } from '../../../sync/protocol/files';
import { visibleFile } from './project-files';
import type { FileServices } from './services';
import { versionOf } from './versions';

/** sync/protocol/files.ts: fileContentPath, fileDownloadPath */
const ADDRESS = /^\/api\/core\/file\/([A-Za-z0-9_-]{1,64})\/(content|download)$/;

/** A browser that opens the address runs no script of the file and loads no other resource. */
export const SANDBOXED = { 'content-security-policy': "sandbox; default-src 'none'", 'referrer-policy': 'no-referrer' };

const CATEGORIES = new Map<string, FileCategory>(FILE_TYPES.map(({ mimeType, category }) => [mimeType, category]));
/** text types that a browser would render or run */
const MARKUP = ['text/html', 'application/xml', 'message/rfc822'];

/** The media type as which a browser may show a file; null: it may only be saved. */
export function shownAs(mimeType: string): string | null {
  if (MARKUP.includes(mimeType)) return null;
  const category = CATEGORIES.get(mimeType);
  if (category === 'image' || category === 'audio' || mimeType === 'application/pdf') return mimeType;
  // without a charset, as its encoding is unknown; source code is shown as plain text
  return category === 'code' || mimeType.startsWith('text/') ? 'text/plain' : null;
}

function versionAsked(url: URL, current: number): number {
  const asked = url.searchParams.get('version');
  if (asked === null) return current;
  if (!/^[1-9]\d{0,8}$/.test(asked)) throw new CallError('FILE_VERSION_NOT_FOUND');
  return Number(asked);
}

export const contentHandler = (core: FileServices, authenticator: Authenticator): RawHandler => ({
  matches: (pathname) => ADDRESS.test(pathname),
  async handle(request, response, facts) {
    const { platform } = core;
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0, connection: 'close' }).end();
      // called without a scope: the grants of third parties allow adding files, not reading them
      const actor = await memberOf(authenticator, request, facts);
      const url = new URL(request.url ?? '', 'http://localhost');
      const [, id = '', kind] = ADDRESS.exec(url.pathname) ?? [];
      const item = await visibleFile(core, actor, id);
      if (item.version === 0) throw new CallError('FILE_NOT_STORED');
      const row = await versionOf(platform, actor.companyId, id, versionAsked(url, item.version));
      if (!row) throw new CallError('FILE_VERSION_NOT_FOUND');
      const shown = kind === 'content' ? shownAs(row.type) : null;
      await sendBlob(
        platform,
        {
          key: blobKey(row.upload_id),
          size: row.size,
          sha256: row.sha256,
          headers: {
            ...SANDBOXED,
            'content-type': shown ?? row.type,
            'content-disposition': disposition(shown ? 'inline' : 'attachment', item.title),
            vary: 'cookie, authorization',
            [FILE_VERSION_HEADER]: `${row.version}-${row.sha256}`,
          },
        },
        request,
        response,
      );
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'a file could not be sent');
      answerFailure(
        response,
        error instanceof CallError && error.code === 'NO_DATA' ? new CallError('FILE_NOT_STORED') : error,
      );
    }
  },
});
