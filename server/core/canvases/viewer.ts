/** The public pages of canvases. */
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import type { CoreServices } from '../context';
import { countView } from '../page-views/routes';
import { documentPage } from '../public-pages/page';
import { publicViewer } from '../public-pages/viewer';
import { publicCanvas } from './public-link';
import { createCanvases } from './service';

export function canvasViewer(core: CoreServices, authenticator: Authenticator): RawHandler {
  const canvases = createCanvases(core);
  return publicViewer(core.platform, authenticator, {
    prefix: 'project-html',
    imageLimit: 'project-image',
    open: (id) => publicCanvas(core.platform, id),
    page: async (actor, id, language) => {
      const document = await canvases.html(actor, id);
      return { id: document.id, html: documentPage(language, document) };
    },
    image: (actor, id, imageId) => canvases.image(actor, id, imageId),
    countView: (actor, id) => countView(core.platform, actor, 'canvas', id),
  });
}
