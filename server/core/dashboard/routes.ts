import type { Platform } from '../../platform/context';
import { inOwnCompany } from '../../shared/own-company';
import { bind, type BoundCall } from '../../platform/http/feature';
import { dashboardCalls } from './contract';
import { Dashboard } from './service';

export function dashboardRoutes(platform: Platform): BoundCall[] {
  const dashboard = new Dashboard(platform);
  return [
    bind(dashboardCalls.data, ({ actor, input }) => {
      inOwnCompany(actor, input.companyId);
      return dashboard.data(input);
    }),
  ];
}
