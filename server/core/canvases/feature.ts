/** Canvases: answers of a chat as documents, edited beside the chat and published. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { publicLinksOf } from '../public-pages/address-claims';
import { canvasCalls } from './contract';
import { transferCanvases } from './ownership';
import { canvasPolicy } from './policy';
import { canvasRoutes } from './routes';
import { canvasViewer } from './viewer';

export const canvasFeature = defineFeature<CoreServices>({
  name: 'core/canvases',
  calls: [callGroup('Documents of chats', 'Answers of a chat as documents, edited and published.', canvasCalls)],
  handlers: canvasRoutes,
  rawHandlers: (core, authenticator) => [canvasViewer(core, authenticator)],
  pages: ['/project-html/:chatMessageDocumentId'],
  policies: (platform) => [canvasPolicy(publicLinksOf(platform, 'canvases'))],
  jobs: none('because its work is done in the calls and pushes'),
  notifications: none('because notes send the notification of a mention, also for one in a canvas'),
  ownership: (_services, tx, leaver, heirId) => transferCanvases(tx, leaver, heirId),
  // an edit of a canvas does not change the row of its chat
  retention: { keepers: ['canvases'] },
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because chats are not searched'),
  demo: none('because the demo’s chats have no documents'),
});
