/** FormData of a form in jsdom for Node's fetch, which cannot read jsdom's own. */
const NodeFormData = globalThis.FormData;

/** Appends the entry list of a form (HTML standard, "constructing the entry list"). */
function appendEntries(data: FormData, form: HTMLFormElement, submitter: HTMLElement | null): void {
  for (const field of form.elements as unknown as Iterable<HTMLInputElement & HTMLSelectElement>) {
    const type: string = field.type;
    const isButton =
      field.tagName === 'BUTTON' || type === 'submit' || type === 'image' || type === 'reset' || type === 'button';
    if (
      !field.name ||
      field.matches(':disabled') ||
      (isButton && field !== submitter) ||
      ((type === 'checkbox' || type === 'radio') && !field.checked)
    )
      continue;
    if (field.tagName === 'SELECT') for (const option of field.selectedOptions) data.append(field.name, option.value);
    else if (type === 'file') {
      const files = [...(field.files ?? [])];
      if (files.length === 0) data.append(field.name, new File([], '', { type: 'application/octet-stream' }));
      for (const file of files) data.append(field.name, file);
    } else if (field.tagName !== 'OBJECT' && field.tagName !== 'FIELDSET' && field.tagName !== 'OUTPUT')
      data.append(field.name, field.value);
  }
}

export class PageFormData extends NodeFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (form) appendEntries(this, form, submitter ?? null);
  }
}
