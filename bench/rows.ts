/** The rows of the table, in its order. */
import type { Row } from './support/row';
import { firstSync } from './rows/first-sync';
import { list } from './rows/list';

export const ROWS: readonly Row[] = [firstSync, list];
