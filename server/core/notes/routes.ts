/** Binds the calls of notes. */
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { SyncStore } from '../../sync/store';
import { noteCalls as calls } from './contract';
import { createNotes } from './service';

export function noteRoutes(platform: Platform, sync: SyncStore): BoundCall[] {
  const notes = createNotes(platform, sync);
  return [
    bind(calls.save, ({ actor, input }) => {
      // a third party's grant allows it to add content, not to change existing content
      if (actor.grant && input.noteId) throw new CallError('NO_PERMISSION');
      return notes.save(actor, input);
    }),
    bind(calls.get, ({ actor, input }) => notes.get(actor, input.id)),
    bind(calls.remove, async ({ actor, input }) => {
      await notes.remove(actor, input.id);
      return {};
    }),
    bind(calls.share, ({ actor, input }) => notes.share(actor, input)),
    bind(calls.html, ({ actor, input }) => notes.html(actor, input.id)),
  ];
}
