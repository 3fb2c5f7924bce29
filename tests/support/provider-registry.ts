import { ProviderRegistry, type RegistryOptions } from '../../server/ai/registry';
import { readConfig } from '../../server/platform/config';
import type { Platform } from '../../server/platform/context';

/** The providers that an operator configures by these variables. */
export function providerRegistry(
  platform: Platform,
  variables: Record<string, string>,
  options?: RegistryOptions,
): ProviderRegistry {
  const config = readConfig({ SATCHEL_SECRET: 'a secret for tests, long enough to be one', ...variables });
  return new ProviderRegistry(Object.create(platform, { config: { value: config } }) as Platform, options);
}
