import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { keepTyped, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { ConsentForm } from '~/features/consent/consent-form';
import { ConsentRefused } from '~/features/consent/consent-refused';
import { backOf, requestOf, signInFirst } from '~/features/consent/request';
import { identityCalls } from '../../../server/organization/identity/contract';
import { thirdPartyCalls } from '../../../server/organization/third-parties/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/**
 * Loads the request of a third party. If a known third party sent an invalid request, the error is reported to it by a
 * redirect.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = loadContext(context);
  try {
    const me = await server.api(identityCalls.my, {});
    const asked = await server.api(thirdPartyCalls.preHandle, requestOf(request.url));
    server.allowFormTo(asked.origin);
    return { asked: { ...asked, me: { name: me.name, email: me.email } }, refused: '', back: '' };
  } catch (error) {
    const refused = signInFirst(request, error);
    const back = backOf(error);
    if (back && refused === 'OAUTH_REQUEST_INVALID') throw redirect(back, 303);
    return { asked: null, refused, back };
  }
}

/** Allows the request, and redirects to the third party with a code. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Response> {
  const form = await request.formData();
  try {
    const { redirectUrl } = await loadContext(context).api(thirdPartyCalls.authorize, {
      ...requestOf(request.url),
      companyId: String(form.get('companyId') ?? ''),
    });
    return redirect(redirectUrl, 303);
  } catch (error) {
    signInFirst(request, error);
    return { error: codeOf(error), params: {}, fields: {}, values: {} };
  }
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

/** The consent page: shows the requested access of another app (specification: organization 2, 6). */
export default function Authorization() {
  const { asked, refused, back } = useLoaderData<typeof loader>();
  const failed = useActionData<Failed>();
  return asked ? <ConsentForm asked={asked} failed={failed} /> : <ConsentRefused code={refused} back={back} />;
}
