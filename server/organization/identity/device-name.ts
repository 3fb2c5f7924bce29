/**
 * A short device name from the user agent, for the list of devices: `Chrome, Windows`. A hint without any guarantee.
 */

// The first match wins: browsers also name the browsers they derive from.
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

/** Returns '' for an unknown user agent. */
export function deviceName(userAgent: string): string {
  const first = (list: readonly (readonly [RegExp, string])[]): string =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(', ');
}
