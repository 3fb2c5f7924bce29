import type { AuditRecorder } from '../../shared/audit';
import { inOwnCompany } from '../../shared/own-company';
import type { Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { livePageAdminCalls as calls } from './contract';
import { LivePages } from './service';

export function livePageRoutes(platform: Platform, audit: AuditRecorder): BoundCall[] {
  const pages = new LivePages(platform, audit);
  return [
    bind(calls.count, ({ actor, input }) => pages.count(inOwnCompany(actor, input.companyId))),
    bind(calls.trend, async ({ actor, input: { companyId, range, timeZone } }) => ({
      range,
      timeZone,
      trend: await pages.trend(inOwnCompany(actor, companyId), range, timeZone),
    })),
    bind(calls.page, ({ actor, input: { companyId, keyword, currentPage, pageSize } }) =>
      pages.page(inOwnCompany(actor, companyId), keyword, { currentPage, pageSize }),
    ),
    bind(calls.setVisible, async ({ actor, request, input: { id, visible } }) => {
      await pages.setVisible(actor, request, id, visible);
      return { id, visible };
    }),
  ];
}
