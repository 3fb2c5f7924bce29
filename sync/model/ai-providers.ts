/** Capabilities of AI and search providers, and the kinds of servers that have them. */
export const CAPABILITIES = ['chat', 'embedding', 'search', 'speech', 'transcription', 'image'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const SEARCH_KINDS = ['searxng', 'brave', 'tavily'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** `openai`: any server with OpenAI's API. */
export const PROVIDER_KINDS = ['openai', ...SEARCH_KINDS] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Context size in tokens (question and answer together) of a model without a configured size. */
export const CONTEXT_TOKENS_DEFAULT = 16_384;

/** most further language models of one provider */
export const CHAT_MODELS_MAX = 20;

/** The distinct names in a list separated by commas or line breaks. */
export const namesOf = (list: string): string[] => [
  ...new Set(
    list
      .split(/[,\n]/u)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
