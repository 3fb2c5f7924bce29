/** The public pages of notes. */
import type { Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import type { SyncStore } from '../../sync/store';
import { countView } from '../page-views/routes';
import { documentPage } from '../public-pages/page';
import { publicViewer } from '../public-pages/viewer';
import { publicNote } from './public-link';
import { createNotes } from './service';

export function noteViewer(platform: Platform, sync: SyncStore, authenticator: Authenticator): RawHandler {
  const notes = createNotes(platform, sync);
  return publicViewer(platform, authenticator, {
    prefix: 'note-html',
    imageLimit: 'note-image',
    open: (id) => publicNote(platform, id),
    page: async (actor, id, language) => {
      const document = await notes.html(actor, id);
      return { id: document.id, html: documentPage(language, document) };
    },
    image: (actor, id, imageId) => notes.image(actor, id, imageId),
    countView: (actor, id) => countView(platform, actor, 'note', id),
  });
}
