/**
 * The name of a region in a language; `''` stays empty. On the server only: browsers and Node name some regions
 * differently.
 */
export function regionNames(tag: string, privateName: string): (code: string) => string {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' });
  return (code) => (code === '' ? '' : code === 'private' ? privateName : (names.of(code) ?? code));
}
