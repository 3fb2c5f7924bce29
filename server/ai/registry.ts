/**
 * Provides the providers of an organization by capability: from its own settings, otherwise from the operator's
 * configuration. An organization with its own provider is never served by another one, since it decided where its texts
 * go.
 *
 *   own settings ──► checked addresses: public ones, with AI_PRIVATE_ADDRESSES those of private networks too
 *   environment ───► trusted addresses, several in fallback order
 */
import type { Capability, ProviderKind } from '../../sync/model/ai-providers';
import type { Network } from '../platform/http/safe-connection';
import type { Platform } from '../platform/context';
import { Breakers } from './breaker';
import { openAiCompatibleChat } from './chat/openai-compatible';
import type { ChatProvider } from './chat/provider';
import { openAiCompatibleEmbedding } from './embedding/openai-compatible';
import type { EmbeddingProvider } from './embedding/provider';
import { ProviderFailure } from './failure';
import type { Endpoint, TimeLimits } from './http/request';
import { checkedTransport, trustedTransport, type Transport } from './http/transport';
import { openAiCompatibleImage } from './image/openai-compatible';
import type { ImageProvider } from './image/provider';
import { firstAnswer, resilientChat, waiting, type Candidate, type Resilience } from './resilience';
import type { SearchProvider } from './search/provider';
import { searchService } from './search/services';
import { openAiCompatibleSpeech } from './speech/openai-compatible';
import type { SpeechProvider } from './speech/provider';
import { StoredProviders, type OwnProvider } from './stored-providers';
import { configuredProvider } from './transcription/configured';
import type { TranscriptionProvider } from './transcription/provider';

export interface RegistryOptions {
  /** network for checked addresses; replaced in tests */
  network?: Network;
  wait?: Resilience['wait'];
  random?: () => number;
  times?: Partial<TimeLimits>;
}

export type Source = 'own' | 'environment' | 'none';

/** Settings of a provider with their transport. */
interface Found extends Omit<OwnProvider, 'apiKey'> {
  endpoint: Endpoint;
  /** for transcription: a server that distinguishes speakers */
  speakersUrl?: string | undefined;
}

/** The further models of providers, each as a provider of its own. */
const furtherOf = (found: readonly Found[]): Found[] =>
  found.flatMap((each) => each.moreModels.map((model) => ({ ...each, model })));

export class ProviderRegistry {
  readonly stored: StoredProviders;
  private readonly resilience: Resilience;
  private readonly checked: Transport;
  private readonly own: Transport;

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'config'>,
    private readonly options: RegistryOptions = {},
  ) {
    this.stored = new StoredProviders(platform);
    this.resilience = {
      breakers: new Breakers(platform.clock),
      wait: options.wait ?? waiting,
      random: options.random ?? Math.random,
    };
    this.checked = checkedTransport(options.network);
    const privateNetworks = platform.config.providers.allowsPrivateAddresses;
    this.own = privateNetworks ? checkedTransport(options.network, { privateNetworks }) : this.checked;
  }

  /**
   * Null if there is none: the caller then throws CHAT_PROVIDER_NOT_FOUND or uses the extractive engine.
   *
   * @param model one of `chatModels`; the default model if it fails, or if the name is not offered
   */
  chat(companyId: string, model = ''): Promise<ChatProvider | null> {
    return this.first(
      companyId,
      'chat',
      (candidates: Candidate<ChatProvider>[]) => resilientChat(candidates, this.resilience),
      model,
    );
  }

  /** The language models that an organization offers, the default one first; empty if there are none. */
  async chatModels(companyId: string): Promise<string[]> {
    const found = await this.found(companyId, 'chat');
    const [first] = found;
    return [...new Set([first, ...furtherOf(found), ...found].flatMap((each) => each?.model ?? []))];
  }

  embedding(companyId: string): Promise<EmbeddingProvider | null> {
    return this.first(companyId, 'embedding', (candidates: Candidate<EmbeddingProvider>[]) => ({
      ...candidates[0]!.provider,
      embed: (texts, options) =>
        firstAnswer(candidates, this.resilience, options.signal, (provider) => provider.embed(texts, options)),
    }));
  }

  /** Null if there is none: answers then use own sources only. */
  search(companyId: string): Promise<SearchProvider | null> {
    return this.first(companyId, 'search', (candidates: Candidate<SearchProvider>[]) => ({
      ...candidates[0]!.provider,
      search: (request) =>
        firstAnswer(candidates, this.resilience, request.signal, (provider) => provider.search(request)),
    }));
  }

  speech(companyId: string): Promise<SpeechProvider | null> {
    return this.first(companyId, 'speech', (candidates: Candidate<SpeechProvider>[]) => ({
      ...candidates[0]!.provider,
      speak: (request) =>
        firstAnswer(candidates, this.resilience, request.signal, (provider) => provider.speak(request)),
    }));
  }

  image(companyId: string): Promise<ImageProvider | null> {
    return this.first(companyId, 'image', (candidates: Candidate<ImageProvider>[]) => ({
      ...candidates[0]!.provider,
      make: (request) => firstAnswer(candidates, this.resilience, request.signal, (provider) => provider.make(request)),
    }));
  }

  /** Without retries: the run of a transcription retries each part and stores its result. */
  transcription(companyId: string): Promise<TranscriptionProvider | null> {
    return this.first(
      companyId,
      'transcription',
      (candidates: Candidate<TranscriptionProvider>[]) => candidates[0]!.provider,
    );
  }

  /** Where an organization's provider is configured. */
  async source(companyId: string, capability: Capability): Promise<Source> {
    if (await this.stored.get(companyId, capability)) return 'own';
    return this.environment(capability).length > 0 ? 'environment' : 'none';
  }

  /** The model of the operator's provider, or the name of its search service; null for none. */
  environmentName(capability: Capability): string | null {
    const [first] = this.environment(capability);
    return first ? first.model || first.kind : null;
  }

  /** A provider from unsaved settings, for a test: asked once, without retries. */
  draft<C extends Capability>(capability: C, own: OwnProvider): Adapters[C] {
    return this.adapter(capability, this.ofOwn(own));
  }

  /** The endpoint of settings, for requests outside the capabilities. */
  endpointOf(own: OwnProvider): Endpoint {
    return this.ofOwn(own).endpoint;
  }

  private async first<C extends Capability, P extends Adapters[C]>(
    companyId: string,
    capability: C,
    combine: (candidates: Candidate<Adapters[C]>[]) => P,
    model = '',
  ): Promise<P | null> {
    const usual = await this.found(companyId, capability);
    const named = [...usual, ...furtherOf(usual)].find((each) => model !== '' && each.model === model);
    const found = named ? [named, ...usual.filter((each) => each !== named)] : usual;
    if (found.length === 0) return null;
    return combine(
      found.map((each, n) => ({
        key: `${companyId}/${capability}/${n}/${each.endpoint.url}/${each.model}`,
        provider: this.adapter(capability, each),
      })),
    );
  }

  private async found(companyId: string, capability: Capability): Promise<Found[]> {
    const own = await this.stored.get(companyId, capability);
    return own ? [this.ofOwn(own)] : this.environment(capability);
  }

  private ofOwn({ apiKey, ...own }: OwnProvider): Found {
    const unreadable: Transport = () =>
      Promise.reject(new ProviderFailure('key', 'the stored key cannot be decrypted: it must be entered again'));
    return {
      ...own,
      endpoint: this.endpoint(own.url, apiKey ?? '', apiKey === null ? unreadable : this.own),
    };
  }

  private endpoint(url: string, apiKey: string, transport: Transport = trustedTransport): Endpoint {
    return { url, apiKey, transport, ...(this.options.times ? { times: this.options.times } : {}) };
  }

  private environment(capability: Capability): Found[] {
    const { config } = this.platform;
    const found = (
      of: { url: string; apiKey?: string | undefined; model?: string },
      more: Partial<Found> = {},
    ): Found => ({
      kind: 'openai' as ProviderKind,
      url: of.url,
      model: of.model ?? '',
      moreModels: [],
      voice: '',
      contextTokens: 0,
      price: { input: 0, output: 0 },
      endpoint: this.endpoint(of.url, of.apiKey ?? ''),
      ...more,
    });
    const { chat, search, speech, embedding, image } = config.providers;
    switch (capability) {
      case 'chat':
        return chat.map((each) =>
          found(each, { contextTokens: each.contextTokens, price: each.price, moreModels: each.moreModels }),
        );
      case 'search':
        return search ? [found(search, { kind: search.kind })] : [];
      case 'speech':
        return speech ? [found(speech, { voice: speech.voice })] : [];
      case 'embedding':
        return embedding ? [found(embedding)] : [];
      case 'image':
        return image ? [found(image)] : [];
      case 'transcription':
        return config.transcription ? [found(config.transcription, { speakersUrl: config.diarizationUrl })] : [];
    }
  }

  private adapter<C extends Capability>(capability: C, found: Found): Adapters[C] {
    const { endpoint, model, voice, contextTokens, price, kind, speakersUrl } = found;
    const adapters: { [K in Capability]: () => Adapters[K] } = {
      chat: () => openAiCompatibleChat({ endpoint, model, contextTokens, price }),
      embedding: () => openAiCompatibleEmbedding({ endpoint, model }),
      search: () => searchService(kind === 'openai' ? 'searxng' : kind, endpoint),
      speech: () => openAiCompatibleSpeech({ endpoint, model, voice }),
      image: () => openAiCompatibleImage({ endpoint, model }, this.checked),
      transcription: () => configuredProvider({ endpoint, model }, speakersUrl),
    };
    return adapters[capability]();
  }
}

export interface Adapters {
  chat: ChatProvider;
  embedding: EmbeddingProvider;
  search: SearchProvider;
  speech: SpeechProvider;
  image: ImageProvider;
  transcription: TranscriptionProvider;
}
