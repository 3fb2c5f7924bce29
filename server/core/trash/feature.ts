/** The trash. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { trashCalls, TrashEntry } from './contract';
import { writeDemoTrash } from './demo';
import { trashRoutes } from './routes';
import { createTrash, transferTrash } from './service';

export const trashFeature = defineFeature<CoreServices>({
  name: 'core/trash',
  calls: [
    callGroup(
      'Trash',
      'Deleted projects, notes, meetings, files, links and chats: list, restore, delete for good.',
      trashCalls,
      {
        TrashEntry,
      },
    ),
  ],
  handlers: (core) => trashRoutes(core),
  policies: none('because deletions are checked by the kinds’ own policies'),
  jobs: none('because its nightly clean-up is its retention'),
  notifications: none('because a person restores and erases their own documents'),
  ownership: ({ platform }, tx, leaver, heirId) => transferTrash(platform.db, tx, leaver, heirId),
  retention: { cleanUp: (core) => createTrash(core).cleanUp() },
  storage: none('because recordings and files count with their features until they are erased'),
  audit: none('because members delete and restore their own documents, without an administrator'),
  passages: none('because deleted documents are not in the search index'),
  demo: writeDemoTrash,
});
