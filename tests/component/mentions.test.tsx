/**
 * Mentions on screen: suggestions in the editor, present names of targets, and the hint about people without access.
 */
import { fireEvent, within } from '@testing-library/dom';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterAll, expect, test, vi } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { foundCompany, join, newPerson } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';

const configured = vi.spyOn(EditorView.prototype, 'setProps');
// jsdom has no layout: the popup is at the corner
vi.spyOn(EditorView.prototype, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 0 });
afterAll(() => {
  vi.restoreAllMocks();
});

const editorOf = (page: Page): Promise<EditorView> =>
  until(() => {
    const dom = page.element('[data-note-editor=ready][data-writable=true] .ProseMirror');
    const view = (configured.mock.contexts as EditorView[]).find((each) => dom && each.dom === dom);
    expect(view).toBeDefined();
    return view!;
  });
const type = (view: EditorView, words: string): void => {
  for (const letter of words) view.dispatch(view.state.tr.insertText(letter));
};
const press = (view: EditorView, init: { key: string; keyCode: number; isComposing?: boolean }): void => {
  fireEvent.keyDown(view.dom, init);
};

test('people and documents are suggested and chosen by keys, and people without access are named', async () => {
  const company = await foundCompany('Mention house');
  const mia = newPerson('Mia Tanaka');
  await join(company, mia);
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Launch' });
  const plan = await company.call(noteCalls.save, { projectId, title: '企画 Plan', content: 'The plan.' });
  const minutes = await company.call(noteCalls.save, { projectId, title: 'Minutes', content: '' });
  const page = await openPage({ person: company.owner, path: `/project/${projectId}/note/${minutes.id}` });
  const view = await editorOf(page);
  await page.sent();
  const options = (): (string | null)[] =>
    within(page.getByRole('listbox', { name: page.text('note', 'mention.label') }))
      .getAllByRole('option')
      .map((option) => option.firstElementChild!.nextElementSibling!.textContent);

  type(view, '@');
  // all members and recent documents, no departments
  await until(() =>
    expect(options()).toEqual(expect.arrayContaining(['Mia Tanaka', 'Nora Field', '企画 Plan', 'Launch'])),
  );
  expect(view.dom.getAttribute('aria-activedescendant')).toBe(page.getAllByRole('option')[0]!.id);
  type(view, 'ｍia');
  await until(() => expect(options()).toEqual(['Mia Tanaka']));
  // keys of an input method choose nothing
  press(view, { key: 'Enter', keyCode: 229, isComposing: true });
  expect(page.getByRole('listbox')).not.toBeNull();
  press(view, { key: 'Enter', keyCode: 13 });
  await until(() => expect(page.queryByRole('listbox')).toBeNull());
  await until(() => expect(view.dom.textContent).toContain('@Mia Tanaka'));

  type(view, ' [[企画');
  await until(() => {
    const list = page.getByRole('listbox', { name: page.text('note', 'mention.notes') });
    within(list).getByRole('option', { name: /企画 Plan/ });
  });
  press(view, { key: 'Enter', keyCode: 13 });
  const link = await until(() => within(view.dom).getByRole('link', { name: '企画 Plan' }));
  expect(link.getAttribute('href')).toBe(`/project/${projectId}/note/${plan.id}`);

  // Enter on a selected person keeps the mention
  const at = (name: string): number => {
    let found = -1;
    view.state.doc.descendants((node, pos) => {
      if (node.attrs['label'] === name) found = pos;
    });
    return found;
  };
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at('Mia Tanaka'))));
  press(view, { key: 'Enter', keyCode: 13 });
  expect(view.state.selection.from).toBe(at('Mia Tanaka') + 1);

  // pasted mentions are untrusted: unknown kinds and invalid ids become text
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  view.pasteHTML(
    `<p>a <span data-mention="admin/x" onclick="alert(1)">Root</span> <b data-mention="note/../x">Up</b> <i data-mention="project/${projectId}"><img src=x onerror=alert(1)>Fake</i></p>`,
    new Event('paste') as ClipboardEvent,
  );
  await until(() => within(view.dom).getByRole('link', { name: 'Launch' }));
  expect(view.dom.textContent).toContain('a Root Up Launch');
  expect(view.dom.querySelectorAll('[data-mention]')).toHaveLength(3);

  // the project is private: Mia cannot open the note until the owner shares it with one press
  await page.findByText(page.text('note', 'mention.notShared', { count: 1, name: 'Mia Tanaka' }));
  await page.press(() => page.getByRole('button', { name: page.text('note', 'mention.share') }));
  await until(() =>
    expect(page.queryByText(page.text('note', 'mention.notShared', { count: 1, name: 'Mia Tanaka' }))).toBeNull(),
  );
  await page.sent();
  expect((await company.call(noteCalls.get, { id: minutes.id })).content).toContain(`(mention:note/${plan.id})`);
  // the plan lists the note that mentions it
  await page.follow(`/project/${projectId}/note/${plan.id}`);
  const section = await page.findByRole('region', { name: page.text('note', 'backlinks.title') });
  await within(section).findByRole('link', { name: 'Minutes' });
});

test('a mention shows the present name, or that its target was deleted or the person has left', async () => {
  const company = await foundCompany('Mention tower');
  const mia = newPerson('Mia Tanaka');
  const miaId = await join(company, mia);
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Launch' });
  const plan = await company.call(noteCalls.save, { projectId, title: 'Plan', content: 'The plan.' });
  const minutes = await company.call(noteCalls.save, {
    projectId,
    title: 'Minutes',
    content: `[Old plan](mention:note/${plan.id}) [Mia](mention:person/${miaId}) [Launch](mention:project/${projectId}) [No](mention:robot/x)`,
  });
  const page = await openPage({ person: company.owner, path: `/project/${projectId}/note-detail/${minutes.id}` });
  const text = (): string | null | undefined => page.element('article.note-read')?.textContent;
  await until(() => expect(text()).toBe('Plan @Mia Tanaka Launch No'));
  await company.call(noteCalls.save, { projectId, noteId: plan.id, title: 'Plan of May' });
  await until(() => expect(text()).toBe('Plan of May @Mia Tanaka Launch No'));
  await page.press(() => page.getByRole('link', { name: 'Plan of May' }));
  await page.at(`/project/${projectId}/note/${plan.id}`);

  await page.follow(`/project/${projectId}/note-detail/${minutes.id}`);
  await company.call(noteCalls.remove, { id: plan.id });
  await company.call(memberCalls.remove, { companyId: company.id, userId: miaId } as never);
  await until(() =>
    expect(text()).toBe(
      `${page.text('note', 'mention.gone', { name: 'Old plan' })} ${page.text('note', 'mention.left', { name: '@Mia' })} Launch No`,
    ),
  );
});
