import { expect, it } from 'vitest';
import { paths } from './paths';
import { safeRedirect } from './safe-redirect';
import { isConsoleScreen, isWorkspacePath } from './screens';

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/a\nb',
  '',
  null,
  undefined,
  '/auth/login?redirect=/x',
  '/shell?to=/x',
  '/%0d%0a/../\\x',
])('navigates home instead of to %j', (to) => expect(safeRedirect(to)).toBe(paths.home()));

it.each([
  '/auth/verification-success',
  '/project/abc?tab=meetings',
  '/meeting/m1#t=4',
  '/search?q=%E8%AD%B0%E4%BA%8B%E9%8C%B2',
])('continues to %s of this site', (to) => expect(safeRedirect(to)).toBe(to));
it('resolves dots in a path', () => expect(safeRedirect('/project/../settings')).toBe('/settings'));

it('every screen of the workspace opens with the shell, and no other', () => {
  for (const p of [
    paths.home(),
    paths.projects(),
    paths.project('a'),
    paths.noteEditor('a', 'b'),
    paths.newNote('a'),
    paths.meetings(),
    paths.newMeeting(),
    paths.meeting('m'),
    paths.activateApp(),
    paths.outbox(),
    paths.recovery(),
    paths.conflicts(),
    paths.settings(),
    paths.share(),
    paths.shell(),
    '/',
  ]) {
    expect(isWorkspacePath(new URL(p, 'http://x').pathname), p).toBe(true);
  }
  for (const p of [
    paths.login(),
    paths.noAccess(),
    paths.gallery(),
    '/api/core/x',
    '/uploads/x',
    '/admin',
    '/projectx',
    '/searching',
    '/ip-blocked',
  ])
    expect(isWorkspacePath(p), p).toBe(false);
});

it('every screen of the console can open with the shell, but not its downloads', () => {
  for (const p of ['/admin', ...Object.values(paths.admin).map((of) => of())]) {
    const { pathname } = new URL(p, 'http://x');
    expect([isConsoleScreen(pathname), isWorkspacePath(pathname)], p).toEqual([!/(csv|export)$/.test(pathname), false]);
  }
  for (const p of ['/administrator', '/admin/audit/export', '/admin/ip-logs/csv', '/api/admin'])
    expect(isConsoleScreen(p), p).toBe(false);
});
