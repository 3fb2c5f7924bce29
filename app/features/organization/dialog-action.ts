/** The action of a screen whose forms are dialogs. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { consoleAction, type ConsoleServer } from '~/features/admin/server';
import { toldTo, type ActionResult } from './result';

export function dialogAction(act: (server: ConsoleServer & { form: FormData }) => Promise<ActionResult>) {
  const send = consoleAction(act);
  return (args: ActionFunctionArgs): Promise<ActionResult> => toldTo(args.request, () => send(args));
}
