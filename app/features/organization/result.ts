/** What came of a form of the console's dialogs: the dialog of this intent shows it. */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { isFailed, keepTyped, type Failed } from '~/features/account/result';
import { useResult as useLastOutcome } from '~/features/admin/use-result';

export interface ActionResult {
  /** of the form that was sent */
  intent: string;
  failed?: Failed;
  /** a key of the `done` texts of the screen; the dialog stays open and says it */
  done?: string;
  /** holes of that text */
  params?: Record<string, string | number>;
  /** milliseconds: a form that was done is empty again */
  at: number;
}

/** What came of the form of this intent, if it was the last that was sent. */
export function useActionResult(intent: string): ActionResult | undefined {
  const outcome = useLastOutcome<ActionResult>();
  return outcome?.intent === intent ? outcome : undefined;
}

/** What the form of this request comes to, where it never reached what it asks for: the dialog that sent it says so. */
export async function toldTo(request: Request, send: () => Promise<ActionResult | Failed>): Promise<ActionResult> {
  const sent = request.clone();
  const outcome = await send();
  return isFailed(outcome)
    ? { intent: String((await sent.formData()).get('intent') ?? ''), failed: outcome, at: Date.now() }
    : outcome;
}

/** `export const clientAction = sendDialog;` — without a network the dialog says so and keeps what was typed. */
export const sendDialog = ({ request, serverAction }: ClientActionFunctionArgs): Promise<ActionResult> => {
  const copy = request.clone();
  return toldTo(copy, () => keepTyped(request, () => serverAction() as Promise<ActionResult>));
};
