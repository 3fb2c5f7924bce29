/** Interface of web search providers. */

export interface WebResult {
  title: string;
  /** http or https, without credentials */
  url: string;
  /** plain text */
  snippet: string;
  /** milliseconds since the epoch; null if unknown */
  publishedAt: number | null;
}

/** Level of filtering of sexual and violent content. */
export type SafeSearch = 'off' | 'moderate' | 'strict';

export interface SearchRequest {
  query: string;
  /** interface language: en, zh_hans, zh_hant, ja, ko */
  language: string;
  /** absent: the service's default. Tavily has no such setting */
  safeSearch?: SafeSearch | undefined;
  /** at most 20 */
  count: number;
  signal: AbortSignal;
}

export interface SearchProvider {
  name: string;
  /** Throws ProviderFailure. Each address appears once. */
  search(request: SearchRequest): Promise<WebResult[]>;
}
