import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { inOwnCompany } from '../../shared/own-company';
import { settingCalls } from './contract';
import type { Retention } from './retention';
import type { SettingService } from './service';

export function settingRoutes(settings: SettingService, retention: Retention): BoundCall[] {
  return [
    bind(settingCalls.get, ({ actor, input }) => settings.get(inOwnCompany(actor, input.id))),
    bind(settingCalls.change, ({ actor, request, input: { id, ...change } }) => {
      inOwnCompany(actor, id);
      return settings.change(actor, request, change);
    }),
    bind(settingCalls.retentionPreview, ({ actor, input }) =>
      retention.preview(inOwnCompany(actor, input.id), input.retentionDays),
    ),
    bind(settingCalls.retentionReceipts, async ({ actor, input }) => ({
      receipts: await retention.receipts(inOwnCompany(actor, input.id)),
    })),
  ];
}
