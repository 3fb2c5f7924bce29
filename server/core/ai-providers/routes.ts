import { bind, type BoundCall } from '../../platform/http/feature';
import { inOwnCompany } from '../../shared/own-company';
import type { CoreServices } from '../context';
import { aiProviderCalls as calls } from './contract';
import { AiProviders } from './service';

export function aiProviderRoutes(core: CoreServices): BoundCall[] {
  const providers = new AiProviders(core);
  return [
    bind(calls.available, ({ actor }) => providers.available(actor.companyId)),
    bind(calls.list, ({ actor, input }) => providers.list(inOwnCompany(actor, input.companyId))),
    bind(calls.save, ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return providers.save(actor, request, input);
    }),
    bind(calls.remove, ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return providers.remove(actor, request, input.capability);
    }),
    bind(calls.test, ({ actor, request, input }) =>
      providers.test(inOwnCompany(actor, input.companyId), input, request.signal),
    ),
    bind(calls.setLimits, ({ actor, request, input: { companyId, ...limits } }) => {
      inOwnCompany(actor, companyId);
      return providers.setLimits(actor, request, limits);
    }),
  ];
}
