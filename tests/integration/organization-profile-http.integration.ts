/** The name, code and logo of an organization over HTTP. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { auditCalls } from '../../server/organization/audit/contract';
import { profileCalls } from '../../server/organization/profile/contract';
import { newId } from '../../sync/model/ids';
import { Browser, company, member, parts, serveOrganization } from '../support/organization-server';

serveOrganization();

describe('the company', () => {
  const png = (): Blob =>
    new Blob([readFileSync(fileURLToPath(new URL('../../public/icons/icon-72.png', import.meta.url)))], {
      type: 'text/html',
    });

  it('is changed by administrators; its code is unique', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    const max = await member(organization);
    const code = newId().slice(-8);
    expect(
      await organization.owner.call(profileCalls.update, {
        id: organization.id,
        name: '  灯り製作所 ',
        description: 'Lamps',
        code,
      }),
    ).toMatchObject({ name: '灯り製作所', description: 'Lamps', code, userAmount: 2 });
    expect(await other.owner.refusal(profileCalls.update, { id: other.id, code })).toBe('COMPANY_CODE_DUPLICATED');
    expect(await organization.owner.refusal(profileCalls.update, { id: organization.id, code: '12345678901' })).toBe(
      'PARAM_ERROR',
    );
    expect(await max.browser.refusal(profileCalls.update, { id: organization.id, name: 'Mine' })).toBe('NO_PERMISSION');
    expect(await max.browser.call(profileCalls.profile, { id: organization.id })).toMatchObject({
      owner: { name: 'Olga Owner' },
      onboarding: { profile: true, invited: true, configured: false },
    });
    expect(await other.owner.refusal(profileCalls.profile, { id: organization.id })).toBe('NO_PERMISSION');
    expect(
      (await organization.owner.call(auditCalls.query, { companyId: organization.id })).entries[0]!.details,
    ).toMatchObject({
      name: ['First', '灯り製作所'],
    });
  });

  it('has a logo that is a picture by its content, visible to its members only', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    for (const bad of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '',
      '<!doctype html><script>alert(1)</script>',
    ]) {
      expect(
        await organization.owner.refusal(profileCalls.setLogo, {
          file: new File([bad], 'logo.png', { type: 'image/png' }),
        }),
      ).toBe('IMAGE_NOT_VALID');
    }
    const { logo } = await organization.owner.call(profileCalls.setLogo, { file: png() });
    const seen = await organization.owner.get(logo);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect((await other.owner.get(logo)).status).toBe(404);
    expect((await new Browser().get(logo)).status).toBe(401);
    const avatar = (await organization.owner.call(profileCalls.setAvatar, { file: png() })).logo;
    expect((await organization.owner.get(avatar)).status).toBe(200);
    expect((await other.owner.get(avatar)).status).toBe(404);
    const pictures = () => [...parts.blobs.keys()].filter((key) => key.startsWith(`avatars/${organization.ownerId}/`));
    const inReplicas = async () =>
      (
        (
          await parts.platform.db
            .selectFrom('doc')
            .select('data')
            .where('company_id', '=', organization.id)
            .where('id', '=', organization.ownerId)
            .where('collection', '=', 'people')
            .executeTakeFirstOrThrow()
        ).data as unknown as { avatar: string }
      ).avatar;
    expect([pictures().length, await inReplicas()]).toEqual([1, avatar]);
    const failing = vi.spyOn(parts.platform.blobs, 'delete').mockRejectedValueOnce(new Error('the storage is down'));
    const changed = (await organization.owner.call(profileCalls.setAvatar, { file: png() })).logo;
    failing.mockRestore();
    expect([pictures().length, await inReplicas()]).toEqual([2, changed]);
    parts.blobs.delete(pictures()[0]!);
    await organization.owner.call(profileCalls.unsetAvatar, {});
    await organization.owner.call(profileCalls.unsetAvatar, {});
    expect((await organization.owner.get(avatar)).status).toBe(404);
    expect([pictures(), await inReplicas()]).toEqual([[], '']);
  });
});
