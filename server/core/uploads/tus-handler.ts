/**
 * Receives the bytes of uploads by tus 1.0.0 (HEAD and PATCH below /uploads). Only `apply` creates uploads; every
 * request here is authenticated by the session and carries the token that `apply` returned for this upload, size and
 * person.
 */
import { MemoryLocker, Server } from '@tus/server';
import { CallError } from '../../../sync/protocol/errors';
import { UPLOAD_TOKEN_HEADER } from '../../../sync/protocol/uploads';
import type { Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import { databaseLocker } from './locker';
import { answerFailure, memberOf, type HandleRaw } from './requests';
import type { ResumableUpload } from './resumable';
import { UploadTokens } from './token';

export const UPLOADS_PATH = '/uploads';

const uploadIdOf = (url: string | undefined): string =>
  /^\/uploads\/([A-Za-z0-9_-]{1,64})\/?(?:\?|$)/.exec(url ?? '')?.[1] ?? '';

/** @param find the upload of this id, of whatever kind */
export function createUploadHandler(
  platform: Platform,
  authenticator: Authenticator,
  find: (companyId: string, uploadId: string) => Promise<ResumableUpload | null>,
): HandleRaw {
  const tokens = new UploadTokens(platform.config.secret);
  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: platform.blobs.tus(),
    locker: platform.config.databaseUrl ? databaseLocker(platform) : new MemoryLocker(),
    allowedOrigins: () => false,
    getFileIdFromRequest: (request) => uploadIdOf(new URL(request.url).pathname),
  });

  return async (request, response, facts) => {
    try {
      const id = uploadIdOf(request.url);
      if (request.method !== 'HEAD' && request.method !== 'PATCH') {
        response.writeHead(405, { allow: 'HEAD, PATCH', 'content-length': 0 }).end();
        return;
      }
      const actor = await memberOf(authenticator, request, facts, 'projects.add');
      const row = id ? await find(actor.companyId, id) : null;
      if (!row || (actor.grant && !row.isForThirdParties)) throw new CallError('UPLOAD_NOT_FOUND');
      const token = request.headers[UPLOAD_TOKEN_HEADER];
      const grant = { uploadId: row.id, size: row.size, userId: actor.userId, companyId: actor.companyId };
      if (
        row.user_id !== actor.userId ||
        typeof token !== 'string' ||
        !tokens.isFor(grant, token, platform.clock.now())
      )
        throw new CallError('NO_PERMISSION');
      // A finished upload has been verified and must not change.
      if (row.state === 'finished' && request.method === 'PATCH') throw new CallError('FILE_DUPLICATED');
      await tus.handle(request, response);
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'an upload request failed');
      // The body of a refused part stays unread, so the connection cannot be reused.
      if (request.method === 'PATCH' && !response.headersSent) response.setHeader('connection', 'close');
      answerFailure(response, error);
    }
  };
}
