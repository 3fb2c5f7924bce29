/** Binds the calls of terminology. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { terminologyCalls as calls } from './contract';
import { createTerminologyFiles } from './files';
import { createTerms } from './terms';

export function terminologyRoutes(core: CoreServices): BoundCall[] {
  const terms = createTerms(core);
  const files = createTerminologyFiles(core);
  const emptyAnswer = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.search, ({ actor, input }) => terms.search(actor, input)),
    bind(calls.save, ({ actor, input }) => terms.save(actor, input)),
    bind(calls.remove, ({ actor, input }) => emptyAnswer(terms.remove(actor, input.ids))),
    bind(calls.applyFile, ({ actor, input }) => files.apply(actor, input)),
    bind(calls.finishFile, ({ actor, input }) => files.finish(actor, input.uploadId)),
    bind(calls.files, ({ actor, input }) => files.list(actor, input)),
    bind(calls.file, ({ actor, input }) => files.get(actor, input.id)),
    bind(calls.extract, ({ actor, input }) => files.extract(actor, input.id)),
    bind(calls.review, ({ actor, input }) => files.review(actor, input)),
    bind(calls.removeFiles, ({ actor, input }) => emptyAnswer(files.remove(actor, input.ids))),
  ];
}
