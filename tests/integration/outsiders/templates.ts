import { templateCalls } from '../../../server/core/templates/contract';
import type { OutsiderEntry } from '../../support/outsiders';

const fields = { title: 'Taken', content: '## Mine', categoryId: 'progress' as const };

export const entries: OutsiderEntry[] = [
  [templateCalls.categories, () => [{ categoryType: 2 }]],
  [templateCalls.list, () => [{}]],
  [templateCalls.listCustom, () => [{}]],
  [templateCalls.detail, (ann) => [{ uuid: ann.template }]],
  [templateCalls.create, () => []],
  [templateCalls.update, (ann) => [{ uuid: ann.template, ...fields }]],
  [templateCalls.addFavourite, (ann) => [{ templateUuid: ann.template }]],
  [templateCalls.removeFavourite, (ann) => [{ templateUuid: ann.template }]],
  [templateCalls.favourites, () => [{}]],
  [templateCalls.remove, (ann) => [{ uuid: ann.template }]],
];
