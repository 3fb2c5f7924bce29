/** A short name of a device from its user agent, for the list of devices: `Chrome, Windows`. It is a hint, never a proof. */

// the first match wins: browsers name their ancestors too
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bSatchel(?:Desktop)?\//, 'Satchel'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^(?:curl|python-requests|node|undici|axios|Go-http-client|okhttp|PostmanRuntime)\b/i, 'API'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** '' where the user agent says nothing known. */
export function deviceName(userAgent: string): string {
  const first = (list: readonly (readonly [RegExp, string])[]): string =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(', ');
}
