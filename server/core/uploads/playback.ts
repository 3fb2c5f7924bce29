/**
 * Playback of a recording for people who may see its meeting, by range requests (RFC 9110, section 14), so that a
 * player can seek.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import { disposition } from '../../platform/http/file-answer';
import type { SyncStore } from '../../sync/store';
import { CONTENT_TYPES } from './audio-kind';
import { answerFailure, memberOf, type HandleRaw } from './requests';
import { blobKey } from './resumable';
import { sendBlob } from './send-blob';
import type { Uploads } from './service';

/** `GET /api/core/meeting/recording/{id}/audio` */
export const PLAYBACK_PATH = /^\/api\/core\/meeting\/recording\/([A-Za-z0-9_-]{1,64})\/audio$/;

export function createPlaybackHandler(
  platform: Platform,
  authenticator: Authenticator,
  sync: SyncStore,
  uploads: Uploads,
): HandleRaw {
  return async (request, response, facts) => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end();
      const actor = await memberOf(authenticator, request, facts);
      const id = PLAYBACK_PATH.exec((request.url ?? '').split('?')[0]!)?.[1] ?? '';
      const row = await uploads.findRecording(actor.companyId, id);
      if (!row || row.state !== 'finished' || !(await sync.visible(actor, 'meetings', row.meeting_id)))
        throw new CallError('MEETING_RECORDING_FILE_NOT_FOUND');
      await sendBlob(
        platform,
        {
          key: blobKey(row.id),
          size: row.size,
          sha256: row.sha256,
          headers: {
            'content-type': CONTENT_TYPES[row.kind],
            'content-disposition': disposition('inline', row.file_name),
          },
        },
        request,
        response,
      );
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'a recording could not be played');
      answerFailure(response, error);
    }
  };
}
