/** An organization's own providers. Keys are sealed with a key derived from the installation's secret. */
import { namesOf, type Capability, type ProviderKind } from '../../sync/model/ai-providers';
import type { Platform } from '../platform/context';
import { keyFor } from '../platform/keys';
import type { TokenPrice } from '../platform/provider-config';
import { openText, sealText } from '../platform/sealed-text';

export interface OwnProvider {
  kind: ProviderKind;
  /** '' for the default address of a search service */
  url: string;
  /** '' if there is none; null if it was sealed with another secret and must be entered again */
  apiKey: string | null;
  /** '' for search providers */
  model: string;
  /** for chat: further models at the same address, which agents may use */
  moreModels: readonly string[];
  /** for speech */
  voice: string;
  /** for chat */
  contextTokens: number;
  /** for chat */
  price: TokenPrice;
}

/** Row of 200-ai-providers.sql. */
export interface AiProviderTable {
  company_id: string;
  capability: string;
  kind: string;
  url: string;
  /** '' for none */
  api_key: string;
  model: string;
  voice: string;
  context_tokens: number;
  price_input: number;
  price_output: number;
  /** milliseconds since the epoch */
  updated_at: number;
  /** separated by line breaks */
  more_models: string;
}

declare module '../platform/database/tables' {
  interface Tables {
    ai_provider: AiProviderTable;
  }
}

export class StoredProviders {
  private readonly key: Uint8Array;

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
    this.key = keyFor(platform.config.secret, 'ai providers');
  }

  async get(companyId: string, capability: Capability, isForUpdate = false): Promise<OwnProvider | null> {
    const row = await this.platform.db
      .selectFrom('ai_provider')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('capability', '=', capability)
      .$if(isForUpdate, (rows) => rows.forUpdate())
      .executeTakeFirst();
    if (!row) return null;
    return {
      kind: row.kind as ProviderKind,
      url: row.url,
      apiKey: row.api_key === '' ? '' : openText(this.key, row.api_key, contextOf(companyId, capability)),
      model: row.model,
      moreModels: namesOf(row.more_models),
      voice: row.voice,
      contextTokens: row.context_tokens,
      price: { input: row.price_input, output: row.price_output },
    };
  }

  async put(companyId: string, capability: Capability, own: OwnProvider & { apiKey: string }): Promise<void> {
    const { db, clock } = this.platform;
    const values = {
      kind: own.kind,
      url: own.url,
      api_key: own.apiKey === '' ? '' : sealText(this.key, own.apiKey, contextOf(companyId, capability)),
      model: own.model,
      more_models: own.moreModels.join('\n'),
      voice: own.voice,
      context_tokens: own.contextTokens,
      price_input: own.price.input,
      price_output: own.price.output,
      updated_at: clock.now(),
    };
    await db
      .insertInto('ai_provider')
      .values({ company_id: companyId, capability, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'capability']).doUpdateSet(values))
      .execute();
  }

  async remove(companyId: string, capability: Capability): Promise<void> {
    await this.platform.db
      .deleteFrom('ai_provider')
      .where('company_id', '=', companyId)
      .where('capability', '=', capability)
      .execute();
  }
}

const contextOf = (companyId: string, capability: Capability): string => `${companyId}/${capability}`;
