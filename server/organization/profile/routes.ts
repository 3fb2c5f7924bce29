import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { inOwnCompany } from '../../shared/own-company';
import { profileCalls } from './contract';
import type { Pictures } from './pictures';
import type { ProfileService } from './service';

export function profileRoutes(profile: ProfileService, pictures: Pictures): BoundCall[] {
  return [
    bind(profileCalls.get, ({ actor, input }) => profile.get(inOwnCompany(actor, input.id))),
    bind(profileCalls.profile, ({ actor, input }) => profile.profile(inOwnCompany(actor, input.id))),
    bind(profileCalls.update, ({ actor, request, input }) => {
      inOwnCompany(actor, input.id);
      return profile.update(actor, request, { name: input.name, description: input.description, code: input.code });
    }),
    bind(profileCalls.logo, ({ actor, input }) => pictures.ofCompany(actor, input.id)),
    bind(profileCalls.avatar, ({ actor, input }) => pictures.ofPerson(actor, input.id)),
    bind(profileCalls.setLogo, async ({ actor, request, input }) => ({
      logo: await profile.setLogo(actor, request, input.file),
    })),
    bind(profileCalls.setAvatar, async ({ actor, input }) => ({ logo: await profile.setAvatar(actor, input.file) })),
    bind(profileCalls.unsetAvatar, async ({ actor }) => {
      await profile.unsetAvatar(actor);
      return {};
    }),
  ];
}
