import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { passwordCalls } from './contract';
import type { PasswordService } from './service';

export function passwordRoutes(passwords: PasswordService): BoundCall[] {
  return [
    bind(passwordCalls.change, async ({ actor, input, request }) => {
      await passwords.change(actor, input, request);
      return {};
    }),
    bind(passwordCalls.initialize, async ({ actor, input }) => {
      await passwords.initialize(actor, input.password);
      return {};
    }),
    bind(passwordCalls.applyReset, async ({ input }) => {
      await passwords.applyReset(input.email);
      return {};
    }),
    bind(passwordCalls.reset, ({ input }) => passwords.reset(input.activeKey, input.password)),
    bind(passwordCalls.lookAtReset, ({ input }) => passwords.lookAtReset(input.activeKey)),
  ];
}
