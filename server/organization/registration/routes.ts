import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { registrationCalls } from './contract';
import { jobPositions, jobRoles } from './job-names';
import type { RegistrationService } from './service';

export function registrationRoutes(registration: RegistrationService): BoundCall[] {
  return [
    bind(registrationCalls.create, ({ input }) => registration.create(input)),
    bind(registrationCalls.resend, ({ input }) => registration.resend(input.applyId)),
    bind(registrationCalls.look, ({ input }) => registration.look(input.activeKey)),
    bind(registrationCalls.activate, ({ input }) => registration.activate(input.activeKey)),
    bind(registrationCalls.jobRoles, ({ input }) => Promise.resolve({ roles: jobRoles(input.lang) })),
    bind(registrationCalls.jobPositions, ({ input }) => Promise.resolve({ positions: jobPositions(input.lang) })),
  ];
}
