/** JavaScript loaded before a screen is usable, read from the build (scripts/budgets). */
import { measureBudgets } from '../../scripts/budgets';
import type { Row } from '../support/row';

const NAMES = {
  login: 'JavaScript before the login is usable, gzip',
  shell: 'JavaScript before the shell is usable, gzip',
  editor: 'JavaScript of the editor beside the shell, gzip',
  precache: 'precache, as sent',
} as const;
const size = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(2)} MB` : `${(bytes / 1_000).toFixed(1)} kB`;

export const bundle: Row = {
  name: 'bundle',
  run: () =>
    Promise.resolve(
      measureBudgets().map(({ name, bytes, limit, files }) => ({
        measured: NAMES[name],
        goal: size(limit),
        satchel: size(bytes),
        beside: `${files.length} files`,
        met: bytes <= limit,
      })),
    ),
};
