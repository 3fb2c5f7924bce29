/** Binds the calls of templates. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { templateCalls as calls } from './contract';
import { createTemplates } from './service';

export function templateRoutes(core: Pick<CoreServices, 'platform' | 'sync'>): BoundCall[] {
  const templates = createTemplates(core);
  const emptyAnswer = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.categories, ({ actor, input }) => templates.categories(actor, input)),
    bind(calls.list, ({ actor, input }) => templates.list(actor, input)),
    bind(calls.listCustom, ({ actor, input }) => templates.listCustom(actor, input)),
    bind(calls.detail, ({ actor, input }) => templates.detail(actor, input)),
    bind(calls.create, ({ actor, input }) => templates.create(actor, input)),
    bind(calls.update, ({ actor, input }) => templates.update(actor, input)),
    bind(calls.remove, ({ actor, input }) => emptyAnswer(templates.remove(actor, input.uuid))),
    bind(calls.addFavourite, ({ actor, input }) => emptyAnswer(templates.addFavourite(actor, input.templateUuid))),
    bind(calls.removeFavourite, ({ actor, input }) =>
      emptyAnswer(templates.removeFavourite(actor, input.templateUuid)),
    ),
    bind(calls.favourites, ({ actor, input }) => templates.favourites(actor, input)),
  ];
}
