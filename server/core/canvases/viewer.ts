/** The public pages of canvases. */
import type { Authenticator } from '../../platform/http/authenticator';
import type { RawHandler } from '../../platform/http/host';
import type { CoreServices } from '../context';
import { countView } from '../page-views/routes';
import { publicViewer } from '../public-pages/viewer';
import { publicCanvas } from './public-link';
import { createCanvases } from './service';

export function canvasViewer(core: CoreServices, authenticator: Authenticator): RawHandler {
  const canvases = createCanvases(core);
  return publicViewer(core.platform, authenticator, {
    prefix: 'project-html',
    imageLimit: 'project-image',
    open: (id) => publicCanvas(core.platform, id),
    html: (actor, id) => canvases.html(actor, id),
    image: (actor, id, imageId) => canvases.image(actor, id, imageId),
    countView: (actor, id) => countView(core.platform, actor, 'canvas', id),
  });
}
