/** The action of a screen whose forms are dialogs. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { consoleAction, type ConsoleServer } from '~/features/admin/server';
import { toldTo, type Outcome } from './result';

export function dialogAction(act: (server: ConsoleServer & { form: FormData }) => Promise<Outcome>) {
  const send = consoleAction(act);
  return (args: ActionFunctionArgs): Promise<Outcome> => toldTo(args.request, () => send(args));
}
