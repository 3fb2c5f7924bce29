import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { deviceLockCalls } from './contract';
import type { DeviceLockService } from './service';

export function deviceLockRoutes(locks: DeviceLockService): BoundCall[] {
  return [
    bind(deviceLockCalls.keepRecovery, async ({ actor, input }) => {
      await locks.keep(actor, input.id, input.secret);
      return {};
    }),
    bind(deviceLockCalls.releaseRecovery, async ({ actor, request, input }) => ({
      secret: await locks.release(actor, input.id, input.password, request),
    })),
  ];
}
