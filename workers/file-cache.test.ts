import { expect, it, vi } from 'vitest';
import { FileCache } from './file-cache';

/** Caches of a browser, without their responses. */
function openCaches(stored: Record<string, string[]> = {}) {
  const rows = new Map(Object.entries(stored));
  const addAll = vi.fn();
  const caches = {
    has: (name: string) => Promise.resolve(rows.has(name)),
    keys: () => Promise.resolve([...rows.keys()]),
    delete: (name: string) => Promise.resolve(rows.delete(name)),
    match: (path: string, { cacheName }: { cacheName: string }) => Promise.resolve(rows.get(cacheName)?.includes(path)),
    open: (name: string) =>
      Promise.resolve({
        keys: () => Promise.resolve(rows.get(name) ?? []),
        addAll: (files: string[]) => {
          addAll(files);
          rows.set(name, files);
          return Promise.resolve();
        },
      }),
  };
  return { rows, addAll, caches: caches as unknown as CacheStorage };
}
const LIST = { name: 'later-2', files: ['/assets/a.js', '/assets/b.js'] };

it('is filled once, and has only the listed files', async () => {
  const { caches, addAll } = openCaches({ 'later-2': ['/assets/a.js'] });
  const cache = new FileCache('later-', LIST, caches);
  expect([cache.has('/assets/b.js'), cache.has('/assets/c.js'), await cache.isFilled()]).toEqual([true, false, false]);
  await cache.fill();
  await cache.fill();
  expect(addAll).toHaveBeenCalledTimes(1);
  expect(await cache.match('/assets/b.js')).toBe(true);
});

it('is filled again by an update only if the previous version was filled, which is then deleted', async () => {
  const fresh = openCaches();
  await new FileCache('later-', LIST, fresh.caches).renew();
  expect(fresh.addAll).not.toHaveBeenCalled();
  const known = openCaches({ 'later-1': ['/assets/old.js'], 'console-1': ['/assets/console.js'] });
  const cache = new FileCache('later-', LIST, known.caches);
  await cache.renew();
  await cache.deleteOld();
  expect([...known.rows.keys()]).toEqual(['console-1', 'later-2']);
});
