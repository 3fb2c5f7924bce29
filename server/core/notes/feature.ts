/** Notes. */
import { notes } from '../../../sync/model/kinds/notes';
import { prepareDemoNotes } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { withVersions } from '../note-versions/record';
import { withHistory } from '../project-history/record';
import { noteCalls } from './contract';
import { transferNotes } from './ownership';
import { piecesOfNote } from './pieces';
import { noteContentPolicy, notePolicy } from './policy';
import { restoreNote } from './restore';
import { noteRoutes } from './routes';
import { noteViewer } from './viewer';
import { publicLinksOf } from '../public-pages/address-claims';

export const noteFeature = defineFeature<CoreServices>({
  name: 'core/notes',
  calls: [callGroup('Notes', 'Notes as Markdown and HTML.', noteCalls, { Note: notes.schema })],
  handlers: ({ platform, sync }) => noteRoutes(platform, sync),
  rawHandlers: ({ platform, sync }, authenticator) => [noteViewer(platform, sync, authenticator)],
  pages: ['/note-html/:noteId'],
  policies: (platform) => [
    withHistory(platform, notePolicy(publicLinksOf(platform, 'notes'))),
    withVersions(platform, noteContentPolicy(platform)),
  ],
  jobs: none('because its work is done in the calls and pushes'),
  notifications: ['noteShared', 'noteMention'],
  ownership: (_services, tx, leaver, heirId) => transferNotes(tx, leaver, heirId),
  retention: { rules: [{ collection: 'notes', countedAs: 'notes' }] },
  trash: { notes: restoreNote },
  storage: none('because it stores no files'),
  audit: none('because members change notes themselves, without an administrator'),
  passages: { notes: null, noteContents: piecesOfNote },
  demo: { prepare: prepareDemoNotes },
});
