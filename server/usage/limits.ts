/** The operator's limits, as `SERVICE_LIMITS` gives them. */
import { ConfigError } from '../platform/config';
import { isService, type ServiceLimits } from './services';

const LIMIT = /^(\*|\d{1,9}):(\*|\d{1,9})$/;
const count = (text: string): number | null => (text === '*' ? null : Number(text));

/**
 * Reads `service=perDay:personPerDay` with commas between, `*` for no limit, e.g. `websearch.call=5000:200,deepresearch.call=*:10`.
 * Throws ConfigError.
 */
export function readServiceLimits(text: string): ServiceLimits {
  const limits: ServiceLimits = {};
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [service = '', limit = ''] = entry.split('=').map((part) => part.trim());
    const [, perDay, personPerDay] = LIMIT.exec(limit) ?? [];
    if (!isService(service)) throw new ConfigError(`SERVICE_LIMITS: '${service}' is no service.`);
    if (perDay === undefined || personPerDay === undefined)
      throw new ConfigError(`SERVICE_LIMITS: '${limit}' must be two numbers or *, such as 5000:200.`);
    limits[service] = { perDay: count(perDay), personPerDay: count(personPerDay) };
  }
  return limits;
}
