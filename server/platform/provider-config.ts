/** Reads the operator's providers of models, search, speech and images from the environment (used by server/ai). */
import * as v from 'valibot';
import {
  CHAT_MODELS_MAX,
  CONTEXT_TOKENS_DEFAULT,
  namesOf,
  SEARCH_KINDS,
  type SearchKind,
} from '../../sync/model/ai-providers';

/** A service that speaks OpenAI's interface. */
export interface EndpointConfig {
  /** base address without a slash at the end, such as https://api.openai.com/v1 */
  url: string;
  /** '' for none */
  apiKey: string;
  model: string;
}

/** Price of a million tokens, in the currency that the operator or the organization uses. */
export interface TokenPrice {
  input: number;
  output: number;
}

export interface ChatConfig extends EndpointConfig {
  /** further models at the same address, which agents may name */
  moreModels: readonly string[];
  /** tokens of question and answer together that the model takes */
  contextTokens: number;
  price: TokenPrice;
}

export interface SearchConfig {
  kind: SearchKind;
  /** '' for the service's own address */
  url: string;
  /** '' for none */
  apiKey: string;
}

export interface ProviderConfig {
  /** in the order in which they are tried; empty for none */
  chat: readonly ChatConfig[];
  embedding: EndpointConfig | undefined;
  search: SearchConfig | undefined;
  speech: (EndpointConfig & { voice: string }) | undefined;
  image: EndpointConfig | undefined;
  /** organizations may name addresses of private networks */
  allowsPrivateAddresses: boolean;
  /** limits of tokens and money, as server/usage/amount-limits.ts reads them; '' for none */
  tokenLimits: string;
  moneyLimits: string;
}

/** Characters of a key that an HTTP header can carry: a key with others would appear in the error of the request. */
export const API_KEY = /^[\x21-\x7e]{1,500}$/;

/** An address that carries no secret: it is shown, logged and written to the audit trail. */
export function isProviderAddress(value: string): boolean {
  try {
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  } catch {
    return false;
  }
}
export const withoutFinalSlash = (address: string): string => address.replace(/\/+$/, '');

const text = v.pipe(v.string(), v.trim());
const address = v.optional(
  v.pipe(
    text,
    v.check(
      isProviderAddress,
      'must be an address that begins with http:// or https://, without credentials and without a query',
    ),
    v.transform(withoutFinalSlash),
  ),
);
const apiKey = v.optional(v.pipe(text, v.regex(API_KEY, 'must have printable ASCII characters without spaces')));
const model = v.optional(v.pipe(text, v.maxLength(200, 'must have at most 200 characters')));
const moreModels = v.optional(
  v.pipe(
    text,
    v.transform(namesOf),
    v.maxLength(CHAT_MODELS_MAX, `must have at most ${CHAT_MODELS_MAX} names`),
    v.everyItem((name) => name.length <= 200, 'must have names of at most 200 characters'),
  ),
  '',
);
const price = v.optional(
  v.pipe(
    text,
    v.regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a price of a million tokens, such as 2.5'),
    v.transform(Number),
  ),
  '0',
);
const tokens = v.pipe(text, v.regex(/^[1-9]\d{2,7}$/, 'must be a number of tokens from 100'), v.transform(Number));

/** Variables of the environment. */
export const PROVIDER_VARIABLES = {
  CHAT_API_URL: address,
  CHAT_API_KEY: apiKey,
  CHAT_MODEL: model,
  CHAT_MORE_MODELS: moreModels,
  CHAT_CONTEXT_TOKENS: v.optional(tokens, String(CONTEXT_TOKENS_DEFAULT)),
  CHAT_PRICE_INPUT: price,
  CHAT_PRICE_OUTPUT: price,
  CHAT_FALLBACK_API_URL: address,
  CHAT_FALLBACK_API_KEY: apiKey,
  CHAT_FALLBACK_MODEL: model,
  EMBEDDING_API_URL: address,
  EMBEDDING_API_KEY: apiKey,
  EMBEDDING_MODEL: model,
  SEARCH_PROVIDER: v.optional(v.pipe(text, v.picklist(SEARCH_KINDS, `must be one of ${SEARCH_KINDS.join(', ')}`))),
  SEARCH_API_URL: address,
  SEARCH_API_KEY: apiKey,
  SPEECH_API_URL: address,
  SPEECH_API_KEY: apiKey,
  SPEECH_MODEL: model,
  SPEECH_VOICE: v.optional(v.pipe(text, v.maxLength(100, 'must have at most 100 characters')), 'alloy'),
  IMAGE_API_URL: address,
  IMAGE_API_KEY: apiKey,
  IMAGE_MODEL: model,
  TOKEN_LIMITS: v.optional(text, ''),
  MONEY_LIMITS: v.optional(text, ''),
};
type Variables = v.InferOutput<v.ObjectSchema<typeof PROVIDER_VARIABLES, undefined>>;

/** @param refuse throws an error with the sentence */
export function readProviders(
  e: Variables & { AI_PRIVATE_ADDRESSES: boolean },
  refuse: (sentence: string) => never,
): ProviderConfig {
  const endpoint = (name: 'CHAT' | 'CHAT_FALLBACK' | 'EMBEDDING' | 'SPEECH' | 'IMAGE'): EndpointConfig | undefined => {
    const url = e[`${name}_API_URL`];
    const key = e[`${name}_API_KEY`];
    const model = e[`${name}_MODEL`];
    if (url && !model) refuse(`${name}_MODEL must be set where ${name}_API_URL is.`);
    if (!url && (key || model)) refuse(`${name}_API_URL must be set where ${name}_${key ? 'API_KEY' : 'MODEL'} is.`);
    return url && model ? { url, apiKey: key ?? '', model } : undefined;
  };
  const [first, second] = [endpoint('CHAT'), endpoint('CHAT_FALLBACK')];
  if (e.CHAT_MORE_MODELS.length > 0 && !first) refuse('CHAT_API_URL must be set where CHAT_MORE_MODELS is.');
  if (second && !first) refuse('CHAT_API_URL must be set where CHAT_FALLBACK_API_URL is.');
  const speech = endpoint('SPEECH');
  return {
    chat: [first, second]
      .filter((each) => each !== undefined)
      .map((each) => ({
        ...each,
        moreModels: each === first ? e.CHAT_MORE_MODELS : [],
        contextTokens: e.CHAT_CONTEXT_TOKENS,
        price: { input: e.CHAT_PRICE_INPUT, output: e.CHAT_PRICE_OUTPUT },
      })),
    embedding: endpoint('EMBEDDING'),
    search: searchOf(e, refuse),
    speech: speech && { ...speech, voice: e.SPEECH_VOICE },
    image: endpoint('IMAGE'),
    allowsPrivateAddresses: e.AI_PRIVATE_ADDRESSES,
    tokenLimits: e.TOKEN_LIMITS,
    moneyLimits: e.MONEY_LIMITS,
  };
}

function searchOf(e: Variables, refuse: (sentence: string) => never): SearchConfig | undefined {
  const { SEARCH_PROVIDER: kind, SEARCH_API_URL: url, SEARCH_API_KEY: key } = e;
  if (!kind) {
    if (url || key) refuse(`SEARCH_PROVIDER must be set where ${url ? 'SEARCH_API_URL' : 'SEARCH_API_KEY'} is.`);
    return undefined;
  }
  if (kind === 'searxng' && !url) refuse('SEARCH_API_URL must be set where SEARCH_PROVIDER is searxng.');
  if (kind !== 'searxng' && !key) refuse(`SEARCH_API_KEY must be set where SEARCH_PROVIDER is ${kind}.`);
  return { kind, url: url ?? '', apiKey: key ?? '' };
}
