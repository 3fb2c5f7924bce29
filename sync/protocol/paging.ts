/** Paged lists: `{currentPage, pageSize}` → `{list, total, currentPage, pageSize}`. */
import * as v from 'valibot';
import { whole } from '../model/numbers';

export const PAGE_SIZE_MAX = 1000;

const count = (max: number) => whole({ min: 1, max, message: 'PARAM_ERROR' });

/** Highest page number that may be requested. */
export const PAGE_LAST = 1_000_000;

/** Input fields of a paged call; pages count from 1. */
export const pageFields = (pageSize: number) => ({
  currentPage: v.optional(count(PAGE_LAST), 1),
  pageSize: v.optional(count(PAGE_SIZE_MAX), pageSize),
});

export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ list: v.array(item), total: v.number(), currentPage: v.number(), pageSize: v.number() });

export interface PageRequest {
  currentPage: number;
  pageSize: number;
}

/** Search text, '' for none. */
export const Search = v.optional(v.pipe(v.string(), v.maxLength(500, 'PARAM_ERROR')), '');
