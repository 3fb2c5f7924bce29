import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isConsolePath } from '../sync/protocol/workspace-paths';
import { NAVIGATION_GROUPS } from './feature';
import { FEATURES } from './features';
import { CONSOLE_NAVIGATION } from './features/admin/navigation';
import { BOTTOM_BAR, PALETTE, SIDEBAR } from './features/shell/navigation';
import { grouped, owns } from './features/shell/navigation-entries';
import { LANGUAGES } from '../sync/model/languages';
import { DOCUMENT_NAMESPACES, NAMESPACES } from './i18n/namespaces';
import { isPublicScreen, isWorkspacePath } from './screens';

const app = new URL('./', import.meta.url);
const screens = FEATURES.flatMap((feature) =>
  feature.screens.map((screen) => ({ access: feature.access, offline: feature.offline, ...screen })),
);
const entries = FEATURES.flatMap(({ navigation }) => navigation);

describe('the manifests of the features', () => {
  it('are all in the list', () => {
    const folders = readdirSync(new URL('features/', app)).filter((name) =>
      existsSync(new URL(`features/${name}/feature.ts`, app)),
    );
    const list = readFileSync(new URL('features.ts', app), 'utf8');
    expect([...list.matchAll(/features\/([\w-]+)\/feature'/g)].map(([, name]) => name).sort()).toEqual(folders.sort());
    expect(FEATURES).toHaveLength(folders.length);
  });

  it('declare every route module once', () => {
    const files = readdirSync(new URL('routes/', app), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/^_layout|\.test\./.test(file.name))
      .map((file) => `${file.parentPath}/${file.name}`.replace(/^.*\/app\//, '').replace('//', '/'));
    expect(screens.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
  });

  it.each(LANGUAGES)('name texts that exist in %s', (language) => {
    const files = FEATURES.flatMap(({ namespace }) => (namespace === null ? [] : [`${language}/${namespace}.json`]));
    expect(files.filter((file) => !existsSync(new URL(`../locales/${file}`, app)))).toEqual([]);
  });

  it('load texts of their own with their screens', () => {
    const shared: readonly string[] = [...NAMESPACES, ...DOCUMENT_NAMESPACES];
    const unloaded = FEATURES.filter(({ namespace }) => namespace !== null && !shared.includes(namespace)).flatMap(
      (feature) =>
        feature.screens.filter(
          ({ file }) => !readFileSync(new URL(file, app), 'utf8').includes(`loadNamespaces(['${feature.namespace}'])`),
        ),
    );
    expect(unloaded.map(({ file }) => file)).toEqual([]);
  });

  it('declare the console as such: by address, by access, and with its frame for administrators alone', () => {
    for (const { path, access, layout, offline } of screens) {
      expect(access === 'admin', path).toBe(isConsolePath(`/${path}`));
      if (layout === 'console') expect([access, offline], path).toEqual(['admin', 'console']);
      if (layout === 'workspace') expect([access, offline], path).toEqual(['member', 'workspace']);
    }
  });
});

describe('who may open an address', () => {
  it.each([
    '/',
    '/auth/login',
    '/verify/box',
    '/invite/key',
    '/legal/privacy-policy',
    '/contact',
    '/ip-blocked',
    '/gallery',
    '/shell',
  ])('%s opens without a session', (path) => expect(isPublicScreen(path)).toBe(true));
  it.each([
    '/search',
    '/auth',
    '/auth/update-password',
    '/auth/loginx',
    '/verify',
    '/admin',
    '/no-access',
    '/settings',
    '/anything',
  ])('%s does not', (path) => expect(isPublicScreen(path)).toBe(false));
});

describe('the navigation', () => {
  it('shows its entries in the order of groups, and within a group in theirs', () => {
    const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
    for (const shown of [SIDEBAR, BOTTOM_BAR, PALETTE, CONSOLE_NAVIGATION]) {
      const groups = shown.map(({ group }) => NAVIGATION_GROUPS.indexOf(group));
      expect(groups).toEqual([...groups].sort((a, b) => a - b));
      for (const group of grouped(shown)) {
        const orders = group.map(({ order }) => order);
        expect(orders).toEqual([...orders].sort((a, b) => a - b));
      }
    }
    expect(ids(SIDEBAR)[0]).toBe('home');
    expect(ids(grouped(SIDEBAR).flat())).toEqual(ids(SIDEBAR));
  });

  it('shows every entry of the manifests', () => {
    const shown = [...new Set([...SIDEBAR, ...BOTTOM_BAR, ...PALETTE, ...CONSOLE_NAVIGATION])];
    expect(shown.map(({ href }) => href).sort()).toEqual(entries.map(({ href }) => href).sort());
  });

  it('leads to declared screens', () => {
    const paths = screens.map(({ path }) => `/${path}`);
    expect(entries.map(({ href }) => href.split('?')[0]!).filter((href) => !paths.includes(href))).toEqual([]);
  });

  it('orders each group without a tie', () => {
    for (const group of NAVIGATION_GROUPS) {
      const orders = entries.filter((entry) => entry.group === group).map(({ order }) => order);
      expect(new Set(orders).size, group).toBe(orders.length);
    }
  });

  it.each(LANGUAGES)('has its texts in %s', (language) => {
    const read = (namespace: string) =>
      JSON.parse(readFileSync(new URL(`../locales/${language}/${namespace}.json`, app), 'utf8')) as {
        navigation: Record<string, string>;
        navigationShort: Record<string, string>;
        frame: { navigation: Record<string, string> };
      };
    const shell = read('shell');
    for (const { id } of [...SIDEBAR, ...PALETTE]) expect(shell.navigation[id], id).toBeTruthy();
    for (const { id } of BOTTOM_BAR) expect(shell.navigationShort[id], id).toBeTruthy();
    for (const { id } of CONSOLE_NAVIGATION) expect(read('admin').frame.navigation[id], id).toBeTruthy();
  });

  it('marks one entry as current for the screens of the workspace that have one', () => {
    const current = (path: string): string[] => SIDEBAR.filter((entry) => owns(entry, path)).map(({ id }) => id);
    expect(current('/project/p/note/n')).toEqual(['projects']);
    expect(current('/projects')).toEqual([]);
    expect(current('/meeting/m')).toEqual(['meetings']);
    expect(current('/recovery')).toEqual(['meetings']);
    expect(current('/outbox')).toEqual([]);
    expect(isWorkspacePath('/recovery')).toBe(true);
  });
});
