/** The query of an address with the parts that have a value; '' for none. */
export function addressQuery(parts: readonly (readonly [string, string | number | undefined])[]): string {
  const given = parts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`);
  return given.length ? `?${given.join('&')}` : '';
}
