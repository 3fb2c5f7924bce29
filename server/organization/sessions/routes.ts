import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { deviceCalls } from './contract';
import type { DeviceService } from './service';

export function deviceRoutes(devices: DeviceService): BoundCall[] {
  return [
    bind(deviceCalls.list, async ({ actor }) => ({ sessions: await devices.list(actor) })),
    bind(deviceCalls.revoke, async ({ actor, input }) => {
      await devices.revoke(actor, input);
      return {};
    }),
    bind(deviceCalls.ofMember, ({ actor, input }) => devices.ofMember(actor, input.userId)),
    bind(deviceCalls.revokeOfMember, async ({ actor, request, input }) => {
      await devices.revokeOfMember(actor, request, input);
      return {};
    }),
    bind(deviceCalls.report, async ({ actor, input }) => {
      await devices.report(actor, input.waiting);
      return {};
    }),
  ];
}
