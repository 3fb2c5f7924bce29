/**
 * Companies for end-to-end tests, created by API calls: each test has its own people and documents on a server that
 * many tests share.
 */
import { randomBytes } from 'node:crypto';
import type { Meeting } from '../../sync/model/kinds/meetings';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { registrationCalls } from '../../server/organization/registration/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { HttpDevice } from './http-device';
import { linkTo } from './mailbox-steps';
import type { Satchel } from './satchel';
import { PASSWORD } from './steps';

type Language = Meeting['language'];

export interface Person {
  userId: string;
  name: string;
  email: string;
  /** a session of this person outside any browser */
  api: HttpDevice;
}

export interface Company {
  id: string;
  name: string;
  owner: Person;
  /** Invites a person, who accepts with PASSWORD and uses the owner's language. */
  addMember(name: string, role?: 'member' | 'admin'): Promise<Person>;
}

export interface CompanyOptions {
  name?: string;
  /** name of the owner */
  owner?: string;
  /** language of the owner's profile, and of all people whom the owner invites */
  language?: Language;
}

/** A unique e-mail address. */
const addressOf = (name: string): string =>
  `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.${randomBytes(5).toString('hex')}@company.example`;

async function signedIn(satchel: Satchel, email: string): Promise<HttpDevice> {
  const api = new HttpDevice(satchel.url);
  await api.call(identityCalls.login, { email, password: PASSWORD });
  return api;
}

const keyIn = async (satchel: Satchel, email: string, about: string): Promise<string> =>
  new URL(await linkTo(satchel.dataDir, email, about)).searchParams.get('activeKey')!;

/**
 * Registers a company and activates it by its e-mail, which signs its owner in. Every account has the password
 * PASSWORD.
 */
export async function newCompany(
  satchel: Satchel,
  { name = 'Harbour Lamps', owner = 'Emma Clarke', language = 'en' }: CompanyOptions = {},
): Promise<Company> {
  const api = new HttpDevice(satchel.url);
  const email = addressOf(owner);
  await api.call(registrationCalls.create, {
    companyName: name,
    userName: owner,
    email,
    jobRoleId: 'executive',
    lang: language,
  });
  const { companyId } = await api.call(registrationCalls.activate, {
    activeKey: await keyIn(satchel, email, '/verify/create-company'),
    password: PASSWORD,
  });
  const { id: userId } = await api.call(identityCalls.my, {});

  return {
    id: companyId,
    name,
    owner: { userId, name: owner, email, api },
    async addMember(memberName, role = 'member') {
      const memberEmail = addressOf(memberName);
      const invited = await api.call(invitationCalls.invite, { companyId, email: memberEmail, name: memberName });
      await new HttpDevice(satchel.url).call(invitationCalls.accept, {
        activeKey: await keyIn(satchel, memberEmail, '/verify/invite-user'),
        password: PASSWORD,
      });
      if (role === 'admin') await api.call(memberCalls.setAdmin, { userId: invited.userId });
      return {
        userId: invited.userId,
        name: memberName,
        email: memberEmail,
        api: await signedIn(satchel, memberEmail),
      };
    },
  };
}
