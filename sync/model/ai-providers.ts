/** Capabilities of providers of artificial intelligence and search, and the kinds of servers that have them. */
export const CAPABILITIES = ['chat', 'embedding', 'search', 'speech', 'transcription', 'image'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const SEARCH_KINDS = ['searxng', 'brave', 'tavily'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** `openai`: any server that speaks OpenAI's interface. */
export const PROVIDER_KINDS = ['openai', ...SEARCH_KINDS] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Tokens of question and answer together that a model is taken to accept where nobody says. */
export const CONTEXT_TOKENS_DEFAULT = 16_384;

/** further language models of one provider */
export const CHAT_MODELS_MAX = 20;

/** The names in a list with commas or line breaks, each once. */
export const namesOf = (list: string): string[] => [
  ...new Set(
    list
      .split(/[,\n]/u)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
