import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { inOwnCompany } from '../own-company';
import { profileCalls } from './contract';
import type { ProfileService } from './service';

export function profileRoutes(profile: ProfileService): BoundCall[] {
  return [
    bind(profileCalls.get, ({ actor, input }) => profile.get(inOwnCompany(actor, input.id))),
    bind(profileCalls.profile, ({ actor, input }) => profile.profile(inOwnCompany(actor, input.id))),
    bind(profileCalls.update, ({ actor, request, input }) => {
      inOwnCompany(actor, input.id);
      return profile.update(actor, request, { name: input.name, description: input.description, code: input.code });
    }),
    bind(profileCalls.setLogo, async ({ actor, request, input }) => ({ logo: await profile.setLogo(actor, request, input.file) })),
    bind(profileCalls.setAvatar, async ({ actor, input }) => ({ logo: await profile.setAvatar(actor, input.file) })),
  ];
}
