import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { inOwnCompany } from '../../shared/own-company';
import { ipCalls } from './contract';
import type { IpAccessService } from './service';

export function ipRoutes(access: IpAccessService): BoundCall[] {
  return [
    bind(ipCalls.list, async ({ actor, request, input }) => ({
      rules: await access.list(inOwnCompany(actor, input.companyId), request.ip),
    })),
    bind(ipCalls.create, ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return access.create(actor, request, input);
    }),
    bind(ipCalls.update, ({ actor, request, input }) => access.update(actor, request, input.id, input)),
    bind(ipCalls.remove, async ({ actor, request, input }) => {
      await access.remove(actor, request, input.id);
      return {};
    }),
    bind(ipCalls.enable, ({ actor, request, input }) => access.enable(actor, request, input.id, true)),
    bind(ipCalls.disable, ({ actor, request, input }) => access.enable(actor, request, input.id, false)),
    bind(ipCalls.setting, ({ actor, request, input }) =>
      access.setting(inOwnCompany(actor, input.companyId), request.ip),
    ),
    bind(ipCalls.set, ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return access.set(actor, request, input.enabled);
    }),
    bind(ipCalls.log, ({ actor, input }) => access.log(inOwnCompany(actor, input.companyId), input)),
  ];
}
