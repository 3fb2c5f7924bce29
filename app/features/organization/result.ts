/** Result of a form of the console's dialogs: the dialog of this intent shows it. */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { isFailed, keepTyped, type Failed } from '~/features/account/result';
import { useResult as useLastResult } from '~/features/admin/use-result';

export interface ActionResult {
  /** of the submitted form */
  intent: string;
  failed?: Failed;
  /** a key of the `done` texts of the screen; the dialog stays open and shows it */
  done?: string;
  /** parameters of that text */
  params?: Record<string, string | number>;
  /** milliseconds: a successful form is cleared */
  at: number;
}

/** The result of the form of this intent, if it was the last submitted. */
export function useActionResult(intent: string): ActionResult | undefined {
  const result = useLastResult<ActionResult>();
  return result?.intent === intent ? result : undefined;
}

/** The result of a form whose request failed before its action ran: its dialog shows it. */
export async function toldTo(request: Request, send: () => Promise<ActionResult | Failed>): Promise<ActionResult> {
  const sent = request.clone();
  const result = await send();
  return isFailed(result)
    ? { intent: String((await sent.formData()).get('intent') ?? ''), failed: result, at: Date.now() }
    : result;
}

/** `export const clientAction = sendDialog;` — without a network the dialog reports it and keeps its values. */
export const sendDialog = ({ request, serverAction }: ClientActionFunctionArgs): Promise<ActionResult> => {
  const copy = request.clone();
  return toldTo(copy, () => keepTyped(request, () => serverAction() as Promise<ActionResult>));
};
