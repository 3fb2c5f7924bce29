/**
 * The server's part of the console's screens.
 *
 *   export const loader = consoleLoader(async ({ api, companyId }) => ({ rules: (await api(ipCalls.list, { companyId })).rules }));
 *   export const action = consoleAction(async ({ api, companyId, form }) => { await api(…); return { done: 'ruleAdded' as const }; });
 *
 * Both require the authority ADMIN_CONSOLE: a visitor is redirected to the sign-in and back, a member to /no-access, a
 * blocked address to /ip-blocked, a person who must change the password to that screen. An expired access token has
 * been renewed before (platform/http/documents). Every call is authorised again by its handler. Loaders return JSON
 * values only, since they are stored on the device (stale-fallback).
 */
import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { callFailure } from '~/api/call-failure';
import { failedCall, valuesOf, type Failed } from '~/features/account/result';
import { paths } from '~/paths';
import type { Call } from '../../../sync/protocol/client';
import { sessionCalls, type MyUser } from '../../../sync/protocol/session';
import { loadContext } from '../../../server/platform/http/load-context';

/**
 * The owner of the data, `<companyId>/<userId>`: tabs share a session, and a page of one company must not show or
 * change another.
 */
export interface Owned {
  account: string;
}

export interface ConsoleServer {
  /** Calls the API as the person of this request. */
  api: Call;
  me: MyUser;
  companyId: string;
  isOwner: boolean;
  request: Request;
  url: URL;
  /** the decrypted search words of the address; '' for none */
  searched: string;
  /** Encrypts typed words for use in an address. */
  sealWords(words: string): string;
  /** this site's origin, as the person sees it */
  origin: string;
  params: LoaderFunctionArgs['params'];
}

const accountOf = (me: MyUser): string => `${me.userCompany?.companyId ?? ''}/${me.id}`;

const here = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** The redirect for a refusal that concerns the person; null for other refusals. */
function elsewhere(error: unknown, request: Request): Response | null {
  switch (callFailure(error)?.code) {
    case 'USER_NOT_LOGIN':
    case 'JWT_TOKEN_EXPIRED':
      return redirectDocument(paths.login(here(request)));
    case 'PASSWORD_CHANGE_REQUIRED':
      return redirectDocument(paths.updatePassword(here(request)));
    case 'SESSION_REVOKED':
      return redirectDocument(paths.login(undefined, 'revoked'));
    case 'IP_BLOCKED':
      return redirectDocument(paths.ipBlocked());
    default:
      return null;
  }
}

async function admitted({ request, context, params }: LoaderFunctionArgs): Promise<ConsoleServer> {
  const { api, origin, words } = loadContext(context);
  const me = await api(sessionCalls.my, {}).catch((error: unknown) => {
    throw elsewhere(error, request) ?? error;
  });
  if (!me.userCompany || !me.authorityCodes.includes('ADMIN_CONSOLE')) throw redirectDocument(paths.noAccess());
  if (me.mustChangePassword) throw redirectDocument(paths.updatePassword(here(request)));
  const account = accountOf(me);
  const url = new URL(request.url);
  return {
    api,
    me,
    companyId: me.userCompany.companyId,
    isOwner: me.authorityCodes.includes('COMPANY_OWNER'),
    request,
    url,
    origin,
    params,
    searched: words.open(account, url.searchParams.get('words') ?? ''),
    sealWords: (typed) => words.seal(account, typed),
  };
}

/** A response of the console other than a screen: a download, a redirect. */
export function consoleFile(make: (server: ConsoleServer) => Promise<Response>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const server = await admitted(args);
    return make(server).catch((error: unknown) => {
      throw elsewhere(error, args.request) ?? error;
    });
  };
}

/** A loader of a screen of the console. Refusals of its calls redirect to the screen that explains them. */
export function consoleLoader<T extends object>(load: (server: ConsoleServer) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T & Owned> => {
    const server = await admitted(args);
    try {
      return { ...(await load(server)), account: accountOf(server.me) };
    } catch (error) {
      const failure = callFailure(error);
      if (failure?.code === 'NO_PERMISSION' || failure?.code === 'PERMISSION_DENIED')
        throw redirectDocument(paths.noAccess());
      throw elsewhere(error, args.request) ?? error;
    }
  };
}

/**
 * An action of a screen of the console, for a `ConsoleForm`. A refused call returns `Failed` with the submitted values,
 * which the form shows (`useFailureText`). A form of another account (another tab signed in or switched) does nothing:
 * COMPANY_MISMATCH.
 */
export function consoleAction<T>(act: (server: ConsoleServer & { form: FormData }) => Promise<T>) {
  return async (args: ActionFunctionArgs): Promise<T | Failed> => {
    const server = await admitted(args);
    const form = await args.request.formData();
    if (form.get('account') !== accountOf(server.me))
      return { error: 'COMPANY_MISMATCH', params: {}, fields: {}, values: valuesOf(form) };
    try {
      return await act({ ...server, form });
    } catch (error) {
      if (error instanceof Response) throw error;
      throwElsewhere(error, args.request);
      return failedCall(form, error);
    }
  };
}

function throwElsewhere(error: unknown, request: Request): void {
  const response = elsewhere(error, request);
  if (response) throw response;
}
