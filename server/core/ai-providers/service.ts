/** Reads and changes an organization's own providers and limits. Changes are in the audit trail, keys nowhere. */
import type { Capability } from '../../../sync/model/ai-providers';
import { CAPABILITIES, namesOf } from '../../../sync/model/ai-providers';
import { isPrivateHost, isReservedHost } from '../../../sync/model/public-address';
import { CallError } from '../../../sync/protocol/errors';
import { highestPrice } from '../../ai/chat/provider';
import type { OwnProvider } from '../../ai/stored-providers';
import type { Actor, RequestInfo } from '../../platform/context';
import { API_KEY, isProviderAddress, withoutFinalSlash } from '../../platform/provider-config';
import type { AuditDetails } from '../../shared/audit';
import { MONEY_SCALE, type AmountLimits } from '../../usage/amount-limits';
import type { CoreServices } from '../context';
import type { AmountLimitView, CapabilityView, OwnProviderView, ProviderInput, ProviderTest } from './contract';
import { tryProvider } from './try-provider';

type Services = Pick<CoreServices, 'platform' | 'ai' | 'audit' | 'amounts'>;
type Readable = OwnProvider & { apiKey: string };

/** least length of a key whose last characters are shown */
const LONG_KEY = 12;
const SHOWN = 4;

const wrong = (field: keyof ProviderInput, message: string): CallError =>
  new CallError('PARAM_ERROR', { fieldErrors: { [field]: message } });

function originOf(url: string): string {
  return url === '' ? '' : new URL(url).origin;
}

const viewOf = ({ apiKey, price, ...own }: OwnProvider): OwnProviderView => ({
  ...own,
  moreModels: [...own.moreModels],
  key: apiKey === null ? 'unreadable' : apiKey === '' ? 'none' : 'stored',
  keyEnd: apiKey !== null && apiKey.length >= LONG_KEY ? apiKey.slice(-SHOWN) : '',
  priceInput: price.input,
  priceOutput: price.output,
});

/** The changes for the audit trail, without the key's value. */
function changesOf(before: OwnProvider | null, after: Readable): AuditDetails {
  const fields = (own: OwnProvider | null) => ({
    service: own?.kind ?? null,
    value: own?.url ?? null,
    model: own ? [own.model, ...own.moreModels].join(', ') : null,
    voice: own?.voice ?? null,
    contextTokens: own?.contextTokens ?? null,
    priceInput: own?.price.input ?? null,
    priceOutput: own?.price.output ?? null,
  });
  const [old, fresh] = [fields(before), fields(after)];
  const details: AuditDetails = {};
  for (const field of Object.keys(fresh) as (keyof typeof fresh)[])
    if (old[field] !== fresh[field]) details[field] = [old[field], fresh[field]];
  if (before?.apiKey !== after.apiKey && (after.apiKey !== '' || before?.apiKey))
    details['newKey'] = [null, after.apiKey !== ''];
  return details;
}

export class AiProviders {
  constructor(private readonly services: Services) {}

  async available(companyId: string): Promise<{ capabilities: Capability[]; chatPrice: number; chatModels: string[] }> {
    const { ai } = this.services;
    const sources = await Promise.all(CAPABILITIES.map((each) => ai.source(companyId, each)));
    const chat = await ai.chat(companyId);
    return {
      capabilities: CAPABILITIES.filter((_, i) => sources[i] !== 'none'),
      chatPrice: chat ? highestPrice(chat) : 0,
      chatModels: await ai.chatModels(companyId),
    };
  }

  async list(companyId: string): Promise<{
    providers: CapabilityView[];
    limits: AmountLimitView;
    usedToday: { tokens: number; money: number };
  }> {
    const { all } = await this.services.amounts.usedToday(companyId);
    return {
      providers: await Promise.all(CAPABILITIES.map((capability) => this.get(companyId, capability))),
      limits: limitView(await this.services.amounts.ownLimits(companyId)),
      usedToday: { tokens: all.tokens, money: all.money / MONEY_SCALE },
    };
  }

  private async get(companyId: string, capability: Capability): Promise<CapabilityView> {
    const { ai } = this.services;
    const own = await ai.stored.get(companyId, capability);
    const environment = ai.environmentName(capability);
    return {
      capability,
      inForce: own ? 'own' : environment === null ? 'none' : 'environment',
      environment,
      own: own && viewOf(own),
    };
  }

  async save(actor: Actor, request: RequestInfo, input: ProviderInput): Promise<CapabilityView> {
    const { platform, ai, audit } = this.services;
    const { companyId } = actor;
    const { capability } = input;
    await platform.transaction(async () => {
      const before = await ai.stored.get(companyId, capability, true);
      const after = this.settingsOf(input, before);
      const details = changesOf(before, after);
      if (before && Object.keys(details).length === 0) return;
      await ai.stored.put(companyId, capability, after);
      const subject = { kind: 'aiProvider' as const, id: capability, name: capability };
      await audit.record(companyId, actor, request, 'aiProvider.changed', subject, details);
      platform.events.publish('provider', { companyId });
    });
    return this.get(companyId, capability);
  }

  async remove(actor: Actor, request: RequestInfo, capability: Capability): Promise<CapabilityView> {
    const { platform, ai, audit } = this.services;
    const { companyId } = actor;
    await platform.transaction(async () => {
      const before = await ai.stored.get(companyId, capability, true);
      if (!before) return;
      await ai.stored.remove(companyId, capability);
      const subject = { kind: 'aiProvider' as const, id: capability, name: capability };
      const details: AuditDetails = { value: [before.url, null], model: [before.model, null] };
      await audit.record(companyId, actor, request, 'aiProvider.removed', subject, details);
      platform.events.publish('provider', { companyId });
    });
    return this.get(companyId, capability);
  }

  /** Throws ProviderFailure. */
  async test(companyId: string, input: ProviderInput, signal: AbortSignal): Promise<ProviderTest> {
    const { ai } = this.services;
    const own = this.settingsOf(input, await ai.stored.get(companyId, input.capability));
    return tryProvider(input.capability, own, ai, signal);
  }

  async setLimits(actor: Actor, request: RequestInfo, view: AmountLimitView): Promise<AmountLimitView> {
    const { platform, amounts, audit } = this.services;
    const { companyId } = actor;
    await platform.transaction(async () => {
      const before = limitView(await amounts.ownLimits(companyId));
      const changed = (Object.keys(before) as (keyof AmountLimitView)[]).filter((key) => before[key] !== view[key]);
      if (changed.length === 0) return;
      await amounts.setLimits(companyId, limitsOf(view));
      const subject = { kind: 'aiProvider' as const, id: 'limits', name: '' };
      const details: AuditDetails = Object.fromEntries(changed.map((key) => [key, [before[key], view[key]]]));
      await audit.record(companyId, actor, request, 'aiProvider.limits', subject, details);
    });
    return limitView(await amounts.ownLimits(companyId));
  }

  /** The settings of an input, with the stored key where it still belongs to the address. Throws PARAM_ERROR. */
  private settingsOf(input: ProviderInput, stored: OwnProvider | null): Readable {
    const { capability, kind } = input;
    if ((capability === 'search') === (kind === 'openai')) throw wrong('kind', 'PARAM_ERROR');
    const hasOwnAddress = kind === 'brave' || kind === 'tavily';
    const url = hasOwnAddress ? '' : withoutFinalSlash(input.url);
    if (!hasOwnAddress) this.checkAddress(url);
    if (kind === 'openai' && input.model === '') throw wrong('model', 'aiModelNeeded');
    const apiKey = keyOf(input, stored, url);
    if (hasOwnAddress && apiKey === '') throw wrong('apiKey', 'aiKeyNeeded');
    return {
      kind,
      url,
      apiKey,
      model: kind === 'openai' ? input.model : '',
      moreModels:
        capability === 'chat' ? namesOf(input.moreModels.join('\n')).filter((name) => name !== input.model) : [],
      voice: capability === 'speech' ? input.voice || 'alloy' : '',
      contextTokens: input.contextTokens,
      price: { input: input.priceInput, output: input.priceOutput },
    };
  }

  /** Checks literal addresses only; each request resolves and checks host names. Throws PARAM_ERROR. */
  private checkAddress(url: string): void {
    if (!isProviderAddress(url)) throw wrong('url', 'aiAddressInvalid');
    const { hostname } = new URL(url);
    // metadata services and link-local addresses: no setting permits them
    if (isReservedHost(hostname)) throw wrong('url', 'aiAddressReserved');
    const { allowsPrivateAddresses } = this.services.platform.config.providers;
    if (!allowsPrivateAddresses && isPrivateHost(hostname)) throw wrong('url', 'aiAddressPrivate');
  }
}

/** A stored key is sent only to the origin for which it was entered: changing the address must not disclose it. */
function keyOf(input: ProviderInput, stored: OwnProvider | null, url: string): string {
  if (input.apiKey !== '') {
    if (!API_KEY.test(input.apiKey)) throw wrong('apiKey', 'aiKeyInvalid');
    return input.apiKey;
  }
  if (input.removeKey || !stored || stored.apiKey === '') return '';
  if (stored.apiKey === null || stored.kind !== input.kind || originOf(stored.url) !== originOf(url))
    throw wrong('apiKey', 'aiKeyAgain');
  return stored.apiKey;
}

const limitView = ({ tokens, money }: AmountLimits): AmountLimitView => ({
  tokensPerDay: tokens.perDay,
  tokensPersonPerDay: tokens.personPerDay,
  moneyPerDay: money.perDay === null ? null : money.perDay / MONEY_SCALE,
  moneyPersonPerDay: money.personPerDay === null ? null : money.personPerDay / MONEY_SCALE,
});

const limitsOf = (view: AmountLimitView): AmountLimits => {
  const scaled = (amount: number | null): number | null => (amount === null ? null : Math.round(amount * MONEY_SCALE));
  return {
    tokens: { perDay: view.tokensPerDay, personPerDay: view.tokensPersonPerDay },
    money: { perDay: scaled(view.moneyPerDay), personPerDay: scaled(view.moneyPersonPerDay) },
  };
};
