/** The context of every command, and shared checks. */
import * as v from 'valibot';
import type { Role, Viewer } from '../../../model/kind';
import { KINDS, type KindName, type Doc } from '../../../model/kinds';
import { nextRev } from '../../../model/rev';
import type { Call } from '../../../protocol/client';
import type { LiveTopic } from '../../../protocol/live';
import { CallError, isErrorCode, type ErrorCode } from '../../../protocol/errors';
import type { Version } from '../../../merge/merge';
import type { CommandName, Commands } from './commands';
import type { ImageReader } from '../../images/image-reader';
import type { Account } from '../../storage/account';
import type { DeviceDatabase } from '../../storage/device-database';
import type { Outbox } from '../outbox';
import type { Clock } from '../../storage/clock';
import type { Documents } from '../../storage/documents';

export interface CommandContext {
  account: Account;
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  locks: LockManager;
  outbox: Outbox;
  /** calls the server directly, not through the outbox */
  call: Call;
  /** images of texts, from this device or the server */
  images: Pick<ImageReader, 'read'>;
  /** Pulls all changes. Returns false if the server cannot be reached. */
  refresh(): Promise<boolean>;
  /** Ends all backoffs, so that pending work is tried now. */
  retryNow(): void;
  /** Subscribes to the live events of a document whose screen is about to open. */
  expectLive(topic: LiveTopic): void;
}

export type Handler<C extends CommandName> = (
  context: CommandContext,
  input: Commands[C]['input'],
) => Promise<Commands[C]['output']>;
export type Handlers<P extends string> = { [C in CommandName as C extends `${P}.${string}` ? C : never]: Handler<C> };

export const viewerOf = ({ account }: CommandContext): Viewer => ({
  userId: account.userId,
  companyId: account.companyId,
});

/** Converts valibot's issues to a CallError with the error code that the schema names and the field. */
function asCallError(issues: readonly v.BaseIssue<unknown>[]): CallError {
  const fieldErrors = Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
  const code: ErrorCode = issues.map((issue) => issue.message).find(isErrorCode) ?? 'PARAM_ERROR';
  return new CallError(code, { fieldErrors });
}

/**
 * Validates fields of a kind by the model and returns them cleaned (NFC, trimmed). Throws TypeError for unknown fields.
 */
export function checkedFields<N extends KindName>(collection: N, fields: Partial<Doc<N>>): Partial<Doc<N>> {
  const out: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const schema = (KINDS[collection].fields as Record<string, v.GenericSchema>)[field];
    if (!schema) throw new TypeError(`${collection} has no field ${field}`);
    const checked = v.safeParse(schema, value);
    if (!checked.success)
      throw new CallError(asCallError(checked.issues).code, { fieldErrors: { [field]: checked.issues[0].message } });
    out[field] = checked.output;
  }
  return out as Partial<Doc<N>>;
}

/** Creates a document: validated by the model, with its creator's abilities. `ifMissing`: keeps an existing one. */
export async function create<N extends KindName>(
  context: CommandContext,
  collection: N,
  role: Role,
  fields: Omit<Doc<N>, 'rev' | 'updatedAt' | 'recency' | 'abilities'>,
  { ifMissing = false } = {},
): Promise<void> {
  const abilities = KINDS[collection].abilities(fields as Record<string, unknown>, role, viewerOf(context));
  const checked = v.safeParse(KINDS[collection].schema, {
    ...fields,
    abilities,
    rev: nextRev(),
    updatedAt: 0,
    recency: 0,
  });
  if (!checked.success) throw asCallError(checked.issues as readonly v.BaseIssue<unknown>[] as never);
  await context.documents[ifMissing ? 'createIfMissing' : 'create'](collection, checked.output as unknown as Version);
}

/** A document that must exist and grant an ability to this person. Otherwise throws the given codes. */
export async function allowed<N extends KindName>(
  context: CommandContext,
  collection: N,
  id: string,
  ability: string,
  missing: ErrorCode = 'DOCUMENT_NOT_FOUND',
  denied: ErrorCode = 'NO_PERMISSION',
): Promise<Doc<N>> {
  const doc = await context.documents.get(collection, id);
  if (!doc) throw new CallError(missing);
  if (!(doc.abilities as string[]).includes(ability)) throw new CallError(denied);
  return doc;
}

/** The person's role in a project, derived from its abilities. */
export const roleIn = (project: Doc<'projects'>): Role =>
  project.abilities.includes('manage') ? 'owner' : project.abilities.includes('addNote') ? 'contributor' : 'viewer';
