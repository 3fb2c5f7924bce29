/** Images of notes: the calls around their upload, and their bytes for members. */
import { NOTE_IMAGE_CONTENT_HEADER, noteImageCalls } from '../../../sync/protocol/note-images';
import { CallError } from '../../../sync/protocol/errors';
import type { Authenticator } from '../../platform/http/authenticator';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { RawHandler } from '../../platform/http/host';
import { answerFailure, memberOf } from '../uploads/requests';
import { createNoteImages, type ImageServices } from './service';
import { findImage, findReadable, orMissing, sendImage } from './stored-images';

export function noteImageRoutes(core: ImageServices): BoundCall[] {
  const images = createNoteImages(core);
  return [
    bind(noteImageCalls.apply, ({ input, actor }) => images.apply(actor, input)),
    bind(noteImageCalls.finish, ({ input, actor }) => images.finish(actor, input)),
    bind(noteImageCalls.find, async ({ input, actor }) => ({
      images: await findReadable(core.platform, actor, input.imageIds),
    })),
  ];
}

/** sync/protocol/note-images.ts:noteImagePath */
const ADDRESS = /^\/api\/core\/note-image\/of\/([A-Za-z0-9_-]{1,64})\/([A-Za-z0-9_-]{1,64})$/;

/** An image for people who may read its note now; the same 404 for one that does not exist. */
export const noteImageHandler = ({ platform, sync }: ImageServices, authenticator: Authenticator): RawHandler => ({
  matches: (pathname) => ADDRESS.test(pathname),
  async handle(request, response, facts) {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0, connection: 'close' }).end();
      const actor = await memberOf(authenticator, request, facts);
      // a grant of a third party is to add content, not to read it
      if (actor.grant) throw new CallError('NO_PERMISSION');
      const [, contentId = '', id = ''] = ADDRESS.exec((request.url ?? '').split('?')[0]!) ?? [];
      orMissing(await sync.visible(actor, 'noteContents', contentId));
      const row = orMissing(await findImage(platform, actor.companyId, contentId, id));
      response.setHeader(NOTE_IMAGE_CONTENT_HEADER, row.content_id);
      await sendImage(platform, row, 'private', request, response);
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'an image could not be sent');
      answerFailure(response, error);
    }
  },
});
