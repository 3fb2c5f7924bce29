/** Background Sync for a page that is open in a component test: the tags that it registers, until `end`. */
export function backgroundSync(): { tags: string[]; end(): void } {
  const tags: string[] = [];
  const container = Object.assign(new EventTarget(), {
    getRegistration: () =>
      Promise.resolve({
        sync: {
          register: (tag: string) => {
            tags.push(tag);
            return Promise.resolve();
          },
        },
      }),
  });
  Object.defineProperty(window.navigator, 'serviceWorker', { configurable: true, value: container });
  return { tags, end: () => void Reflect.deleteProperty(window.navigator, 'serviceWorker') };
}
