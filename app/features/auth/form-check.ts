import * as v from 'valibot';

/** The first message of each field. An empty field counts as missing. */
export function errorsOf(schema: v.GenericSchema, form: FormData): Record<string, string> {
  const result = v.safeParse(
    schema,
    Object.fromEntries([...form].map(([name, value]) => [name, value === '' ? undefined : value])),
  );
  const errors: Record<string, string> = {};
  for (const issue of result.issues ?? []) errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message;
  return errors;
}
