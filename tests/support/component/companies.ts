/**
 * Companies of a test: registered and activated by the calls of the screens; their people are invited in the same way.
 */
import { identityCalls } from '../../../server/organization/identity/contract';
import { invitationCalls } from '../../../server/organization/invitations/contract';
import { registrationCalls } from '../../../server/organization/registration/contract';
import { createClient, type Call } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { sessionCalls } from '../../../sync/protocol/session';
import type { Language } from '../../../sync/model/languages';
import { eventually } from '../engine-device';
import { Device } from './device';
import { PATIENCE_MS } from '../patience';
import { theServer, type Person } from './server';

export interface Company {
  id: string;
  name: string;
  owner: Person;
  call: Call;
}

export const PASSWORD = 'Akari-lamp-1';
let people = 0;
/** A person without an account. */
export const newPerson = (name: string): Person => ({
  name,
  email: `person${(people += 1)}-${process.pid}@component.example`,
  password: PASSWORD,
});

export const keyOf = (link: string): string => new URL(link).searchParams.get('activeKey')!;

/** Calls with the cookies of a separate browser, whose session may be older than an access token. */
export async function callsOf(person?: Person): Promise<Call> {
  const send = createClient({ origin: '', fetch: new Device((await theServer()).url).fetch, timeout: PATIENCE_MS });
  const call: Call = (definition, input, options) =>
    send(definition, input, options).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'JWT_TOKEN_EXPIRED') throw error;
      await send(sessionCalls.refresh, {});
      return send(definition, input, options);
    });
  if (person) await call(identityCalls.login, { email: person.email, password: person.password });
  return call;
}

export async function foundCompany(
  name: string,
  language: Language = 'en',
  owner = newPerson('Nora Field'),
): Promise<Company> {
  const server = await theServer();
  const call = await callsOf();
  await call(registrationCalls.create, {
    companyName: name,
    userName: owner.name,
    email: owner.email,
    jobRoleId: 'executive',
    lang: language,
  });
  const { companyId } = await call(registrationCalls.activate, {
    activeKey: keyOf(await server.linkTo(owner.email, '/verify/create-company')),
    password: owner.password,
  });
  return { id: companyId, name, owner, call };
}

/** Invites a person, who accepts: with a password unless they already have one. Returns their id. */
export async function join(company: Company, person: Person, { isKnown = false } = {}): Promise<string> {
  const server = await theServer();
  const before = await server.linksTo(person.email);
  const { userId } = await company.call(invitationCalls.invite, {
    companyId: company.id,
    email: person.email,
    name: person.name,
  });
  let link: string | undefined;
  await eventually(
    async () => (link = (await server.linksTo(person.email)).find((each) => !before.includes(each))) !== undefined,
    `an invitation of ${person.email}`,
    PATIENCE_MS,
  );
  const activeKey = keyOf(link!);
  await (
    await callsOf()
  )(invitationCalls.accept, { activeKey, ...(isKnown ? {} : { password: person.password }) });
  return userId;
}
