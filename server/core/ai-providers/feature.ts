/** An organization's own providers of models, search, speech and images, and its limits of tokens and money. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { aiProviderCalls, AmountLimitView, CapabilityView, OwnProviderView, ProviderTest } from './contract';
import { aiProviderRoutes } from './routes';

export const aiProviderFeature = defineFeature<CoreServices>({
  name: 'core/ai-providers',
  calls: [
    callGroup('AI providers', 'An organization’s own providers, and its limits of tokens and money.', aiProviderCalls, {
      AiProvider: CapabilityView,
      OwnAiProvider: OwnProviderView,
      AiProviderTest: ProviderTest,
      AiLimits: AmountLimitView,
    }),
  ],
  handlers: aiProviderRoutes,
  policies: none('because settings are no replicated documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because settings are the organization’s'),
  retention: { cleanUp: ({ amounts }) => amounts.cleanUp() },
  storage: none('because it stores no files'),
  audit: ['aiProvider.changed', 'aiProvider.removed', 'aiProvider.limits'],
  passages: none('because it has no text to search'),
  demo: none('because a provider needs an address and a key of the organization'),
});
