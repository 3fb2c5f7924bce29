/** An organization's own providers of models, search, speech and images, and its limits of tokens and money. */
import * as v from 'valibot';
import {
  CAPABILITIES,
  CHAT_MODELS_MAX,
  CONTEXT_TOKENS_DEFAULT,
  PROVIDER_KINDS,
  type Capability,
  type ProviderKind,
} from '../../../sync/model/ai-providers';
import { Id } from '../../../sync/model/id-schemas';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';

export const CONTEXT_TOKENS = { min: 1000, max: 10_000_000 } as const;
const PRICE_MAX = 100_000;
/** models that a test lists */
export const MODELS_MAX = 200;

const line = (max: number, message: string) => v.pipe(v.string(message), v.trim(), v.maxLength(max, message));
const price = v.pipe(
  v.number('aiPriceInvalid'),
  v.minValue(0, 'aiPriceInvalid'),
  v.maxValue(PRICE_MAX, 'aiPriceInvalid'),
);
const limit = v.nullable(whole({ max: Number.MAX_SAFE_INTEGER, message: 'aiLimitInvalid' }));
const money = v.nullable(
  v.pipe(v.number('aiLimitInvalid'), v.minValue(0, 'aiLimitInvalid'), v.maxValue(1_000_000_000, 'aiLimitInvalid')),
);

/** Messages are keys of `admin:ai.errors` texts. */
export const ProviderInput = v.object({
  companyId: Id,
  capability: v.picklist(CAPABILITIES, 'PARAM_ERROR'),
  kind: v.optional(v.picklist(PROVIDER_KINDS, 'PARAM_ERROR'), 'openai'),
  /** without credentials and query; '' for a search service with an address of its own */
  url: v.optional(line(500, 'aiAddressInvalid'), ''),
  /** '' keeps the stored key, as long as the address has the same origin */
  apiKey: v.optional(line(500, 'aiKeyInvalid'), ''),
  /** the address needs no key; a stored one is deleted */
  removeKey: v.optional(v.boolean('PARAM_ERROR'), false),
  model: v.optional(line(200, 'aiModelNeeded'), ''),
  /** of chat: further models, which agents may name */
  moreModels: v.optional(
    v.pipe(v.array(line(200, 'aiModelNeeded')), v.maxLength(CHAT_MODELS_MAX, 'aiModelsTooMany')),
    [],
  ),
  voice: v.optional(line(100, 'PARAM_ERROR'), ''),
  contextTokens: v.optional(whole({ ...CONTEXT_TOKENS, message: 'aiContextInvalid' }), CONTEXT_TOKENS_DEFAULT),
  priceInput: v.optional(price, 0),
  priceOutput: v.optional(price, 0),
});
export type ProviderInput = v.InferOutput<typeof ProviderInput>;

export const OwnProviderView = v.object({
  kind: v.picklist(PROVIDER_KINDS),
  url: v.string(),
  /** the last four characters of the key; '' for none, and for a key of fewer than twelve */
  keyEnd: v.string(),
  /** `unreadable`: the installation's secret has changed, and the key must be entered again */
  key: v.picklist(['none', 'stored', 'unreadable']),
  model: v.string(),
  moreModels: v.array(v.string()),
  voice: v.string(),
  contextTokens: v.number(),
  priceInput: v.number(),
  priceOutput: v.number(),
});
export type OwnProviderView = v.InferOutput<typeof OwnProviderView>;

export const CapabilityView = v.object({
  capability: v.picklist(CAPABILITIES),
  /** the settings in force: the organization's own, those of the environment, or none */
  inForce: v.picklist(['own', 'environment', 'none']),
  /** model or service of the operator's provider; null for none */
  environment: v.nullable(v.string()),
  own: v.nullable(OwnProviderView),
});
export type CapabilityView = v.InferOutput<typeof CapabilityView>;

/** Limits per day (UTC); null: no limit. Money is in the currency of the prices. */
const LimitFields = { tokensPerDay: limit, tokensPersonPerDay: limit, moneyPerDay: money, moneyPersonPerDay: money };
export const AmountLimitView = v.object(LimitFields);
export type AmountLimitView = v.InferOutput<typeof AmountLimitView>;

export const ProviderTest = v.object({
  /** milliseconds until the first token of a chat, of the whole answer otherwise */
  ms: v.number(),
  /** size of the answer: characters, dimensions, results, or bytes */
  amount: v.number(),
  /** models that the server lists; empty where it lists none */
  models: v.array(v.string()),
  /** price of a million tokens of the model; null if the server states none */
  price: v.nullable(v.object({ input: v.number(), output: v.number() })),
});
export type ProviderTest = v.InferOutput<typeof ProviderTest>;

const PROVIDER_ERRORS = [
  'PROVIDER_KEY_REFUSED',
  'PROVIDER_QUOTA_EXCEEDED',
  'PROVIDER_MODEL_NOT_FOUND',
  'PROVIDER_BUSY',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_ANSWER_CUT',
  'PROVIDER_ANSWER_INVALID',
  'PROVIDER_ANSWER_TOO_LARGE',
  'PROVIDER_REQUEST_REFUSED',
  'PROVIDER_ADDRESS_REFUSED',
] as const;

export type { Capability, ProviderKind };

export const aiProviderCalls = {
  available: defineCall({
    service: 'core',
    method: 'GET',
    path: '/ai/capability/list',
    who: 'member',
    summary:
      'What the organization has a provider for, so that screens offer only what works, the higher price of a million ' +
      'tokens of its language model, for budgets; 0 for none, and the names of its language models, the usual one ' +
      'first. No addresses.',
    input: v.object({}),
    output: v.object({
      capabilities: v.array(v.picklist(CAPABILITIES)),
      chatPrice: v.optional(v.number(), 0),
      chatModels: v.optional(v.array(v.string()), []),
    }),
    errors: [],
  }),
  list: defineCall({
    service: 'core',
    method: 'GET',
    path: '/ai/provider/{companyId}/list',
    who: 'admin',
    summary: 'The providers of an organization by capability, its limits, and what was used today. Never a key.',
    input: v.object({ companyId: Id }),
    output: v.object({
      providers: v.array(CapabilityView),
      limits: AmountLimitView,
      usedToday: v.object({ tokens: v.number(), money: v.number() }),
    }),
    errors: ['NO_PERMISSION'],
  }),
  save: defineCall({
    service: 'core',
    method: 'POST',
    path: '/ai/provider/save',
    who: 'admin',
    summary: 'Sets the organization’s own provider of a capability. Work that waits for it is resumed.',
    input: ProviderInput,
    output: CapabilityView,
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'POST',
    path: '/ai/provider/remove',
    who: 'admin',
    summary:
      'Removes the organization’s own provider with its key; the operator’s provider is used instead, if there is one.',
    input: v.object({ companyId: Id, capability: v.picklist(CAPABILITIES, 'PARAM_ERROR') }),
    output: CapabilityView,
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
  test: defineCall({
    service: 'core',
    method: 'POST',
    path: '/ai/provider/test',
    who: 'admin',
    perMinute: 20,
    summary:
      'Makes one real, small request to a provider with the given settings, and lists its models. Stores nothing.',
    input: ProviderInput,
    output: ProviderTest,
    errors: ['PARAM_ERROR', 'NO_PERMISSION', ...PROVIDER_ERRORS],
  }),
  setLimits: defineCall({
    service: 'core',
    method: 'POST',
    path: '/ai/limit/set',
    who: 'admin',
    summary: 'Sets daily limits for the tokens and the cost of models; the operator’s limits apply as well.',
    input: v.object({ companyId: Id, ...LimitFields }),
    output: AmountLimitView,
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
};
