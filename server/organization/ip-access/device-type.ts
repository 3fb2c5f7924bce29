import type { DeviceType } from '../tables';

/** Device type of a user agent. For display only: user agents can be forged. */
export function deviceType(userAgent: string): DeviceType {
  if (userAgent === '') return 'unknown';
  if (/android|iphone|ipad|mobile/i.test(userAgent)) return 'mobile';
  if (/mac os x|macintosh/i.test(userAgent)) return 'mac';
  if (/windows/i.test(userAgent)) return 'windows';
  if (/linux|x11|cros/i.test(userAgent)) return 'linux';
  return /^mozilla\//i.test(userAgent) ? 'unknown' : 'api';
}
