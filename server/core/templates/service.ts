/** Implements the calls of templates. Custom ones are documents; one policy checks changes by calls and pushes. */
import { newId, spaceOf } from '../../../sync/model/ids';
import type { Language } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { newPreferences } from '../../../sync/model/kinds/preferences';
import type { Template } from '../../../sync/model/kinds/templates';
import {
  BUILT_IN_TEMPLATE_IDS,
  builtInOf,
  categoryOfBuiltIn,
  isBuiltInTemplate,
  isTemplateCategory,
  TEMPLATE_CATEGORIES,
  templateTexts,
  type BuiltInTemplateId,
} from '../../../sync/model/summary-templates';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { PAGE_SIZE_MAX } from '../../../sync/protocol/paging';
import type { Actor } from '../../platform/context';
import type { SyncTransaction } from '../../sync/store';
import { changeDoc, deleteDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import { CATEGORY_TYPES, TEMPLATE_TYPES, type templateCalls } from './contract';
import { templatePolicy } from './policy';

type Calls = typeof templateCalls;
type Shown = CallOutput<Calls['detail']>;
type Page = CallOutput<Calls['list']>;
type Custom = Pick<
  Template,
  'id' | 'title' | 'content' | 'categoryId' | 'langType' | 'shareRange' | 'creatorId' | 'recency'
>;

function pageOf(all: readonly Shown[], { pageNumber, pageSize }: { pageNumber: number; pageSize: number }): Page {
  const from = (pageNumber - 1) * pageSize;
  return { list: all.slice(from, from + pageSize), total: all.length, currentPage: pageNumber, pageSize };
}

/** The category of a template; the first one if a newer build has added the category. */
const categoryOf = ({ categoryId }: Pick<Template, 'categoryId'>) =>
  isTemplateCategory(categoryId) ? categoryId : TEMPLATE_CATEGORIES[0];

export function createTemplates(core: Pick<CoreServices, 'platform' | 'sync'>) {
  const { platform, sync } = core;

  const favouritesOf = async ({ companyId, userId }: Actor): Promise<readonly string[]> =>
    (await sync.read(companyId, (tx) => tx.get('preferences', userId)))?.favouriteTemplateIds ?? [];

  const builtIn = async (id: BuiltInTemplateId, langType: Language, favourites: readonly string[]): Promise<Shown> => ({
    uuid: id,
    ...builtInOf(await templateTexts(langType), id),
    categoryId: categoryOfBuiltIn(id),
    langType,
    templateType: TEMPLATE_TYPES.builtIn,
    shareRange: 'team',
    creatorId: '',
    isFavourite: favourites.includes(id),
  });

  const custom = (actor: Actor, doc: Custom, favourites: readonly string[]): Shown => ({
    uuid: doc.id,
    title: doc.title,
    content: doc.content,
    categoryId: categoryOf(doc),
    langType: doc.langType,
    templateType: doc.creatorId === actor.userId ? TEMPLATE_TYPES.own : TEMPLATE_TYPES.shared,
    shareRange: doc.shareRange ?? 'private',
    creatorId: doc.creatorId,
    isFavourite: favourites.includes(doc.id),
  });

  /** Custom templates that the actor sees, newest first. */
  const customOf = async (actor: Actor, favourites: readonly string[]): Promise<Shown[]> =>
    (await listVisible(platform, actor, 'templates', { currentPage: 1, pageSize: PAGE_SIZE_MAX })).list.map((doc) =>
      custom(actor, doc, favourites),
    );

  const builtInsOf = (langType: Language, favourites: readonly string[]): Promise<Shown[]> =>
    Promise.all(BUILT_IN_TEMPLATE_IDS.map((id) => builtIn(id, langType, favourites)));

  const detail = async (actor: Actor, uuid: string, langType: Language): Promise<Shown> => {
    const favourites = await favouritesOf(actor);
    if (isBuiltInTemplate(uuid)) return builtIn(uuid, langType, favourites);
    return custom(actor, await visibleOr(sync, actor, 'templates', uuid, 'TEMPLATE_NOT_FOUND'), favourites);
  };

  /** Throws unless it is a custom template of the actor. */
  const requireOwn = async (actor: Actor, uuid: string): Promise<void> => {
    if (isBuiltInTemplate(uuid)) throw new CallError('NO_PERMISSION');
    const { creatorId } = await visibleOr(sync, actor, 'templates', uuid, 'TEMPLATE_NOT_FOUND');
    if (creatorId !== actor.userId) throw new CallError('NO_PERMISSION');
  };

  const changeFavourites = async (
    actor: Actor,
    change: (ids: readonly string[]) => string[],
    language: Language,
  ): Promise<void> => {
    await sync.write(actor.companyId, async (tx: SyncTransaction) => {
      const before = await tx.get('preferences', actor.userId);
      const ids = change(before?.favouriteTemplateIds ?? []);
      if (ids.length > LIMITS.favouriteTemplates) throw new CallError('PARAM_ERROR');
      if (before) return tx.put('preferences', actor.userId, { favouriteTemplateIds: ids });
      const { id, ...fields } = newPreferences(actor.userId, language);
      return tx.put('preferences', id, { ...fields, favouriteTemplateIds: ids });
    });
  };

  return {
    async categories(actor: Actor, { langType, categoryType }: ParsedInput<Calls['categories']>) {
      const { categories } = await templateTexts(langType);
      const used =
        categoryType === CATEGORY_TYPES.all
          ? null
          : new Set((await customOf(actor, [])).map(({ categoryId }) => categoryId));
      return {
        list: TEMPLATE_CATEGORIES.filter((id) => !used || used.has(id)).map((categoryId) => ({
          categoryId,
          name: categories[categoryId],
        })),
      };
    },

    async list(actor: Actor, { categoryId, templateType, langType, ...page }: ParsedInput<Calls['list']>) {
      const favourites = await favouritesOf(actor);
      const all = [...(await builtInsOf(langType, favourites)), ...(await customOf(actor, favourites))];
      return pageOf(
        all.filter(
          (each) =>
            (categoryId === undefined || each.categoryId === categoryId) &&
            (templateType === TEMPLATE_TYPES.all || each.templateType === templateType),
        ),
        page,
      );
    },

    async listCustom(actor: Actor, page: ParsedInput<Calls['listCustom']>): Promise<Page> {
      return pageOf(await customOf(actor, await favouritesOf(actor)), page);
    },

    detail: (actor: Actor, { uuid, langType }: ParsedInput<Calls['detail']>) => detail(actor, uuid, langType),

    async create(actor: Actor, { shareRange = 'private', ...fields }: ParsedInput<Calls['create']>): Promise<Shown> {
      const uuid = newId(platform.clock.now());
      await sync.write(actor.companyId, (tx) =>
        changeDoc(tx, actor, templatePolicy, uuid, {
          ...fields,
          shareRange,
          space: spaceOf('person', actor.userId),
          builtIn: false,
          creatorId: actor.userId,
          createdAt: tx.now(),
        }),
      );
      return detail(actor, uuid, fields.langType);
    },

    async update(
      actor: Actor,
      { uuid, shareRange, langType, ...fields }: ParsedInput<Calls['update']>,
    ): Promise<Shown> {
      await requireOwn(actor, uuid);
      await sync.write(actor.companyId, (tx) =>
        changeDoc(tx, actor, templatePolicy, uuid, {
          ...fields,
          ...(shareRange ? { shareRange } : {}),
          ...(langType ? { langType } : {}),
        }),
      );
      // only built-in templates depend on the language
      return detail(actor, uuid, 'en');
    },

    async remove(actor: Actor, uuid: string): Promise<void> {
      await requireOwn(actor, uuid);
      await sync.write(actor.companyId, (tx) => deleteDoc(tx, actor, templatePolicy, uuid));
    },

    async addFavourite(actor: Actor, uuid: string): Promise<void> {
      const { langType } = await detail(actor, uuid, 'en');
      await changeFavourites(actor, (ids) => [...ids.filter((id) => id !== uuid), uuid], langType);
    },

    async removeFavourite(actor: Actor, uuid: string): Promise<void> {
      // a favourite of a deleted template can still be removed
      if (!(await favouritesOf(actor)).includes(uuid)) {
        await detail(actor, uuid, 'en');
        return;
      }
      await changeFavourites(actor, (ids) => ids.filter((id) => id !== uuid), 'en');
    },

    async favourites(actor: Actor, { langType, ...page }: ParsedInput<Calls['favourites']>): Promise<Page> {
      const ids = await favouritesOf(actor);
      const all = [...(await builtInsOf(langType, ids)), ...(await customOf(actor, ids))];
      const byId = new Map(all.map((each) => [each.uuid, each]));
      return pageOf(
        ids.flatMap((id) => byId.get(id) ?? []),
        page,
      );
    },
  };
}
