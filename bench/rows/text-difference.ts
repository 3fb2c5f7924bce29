/**
 * Bytes that a reader receives of one changed paragraph in a note of 400 kB: all answers of replication, from the
 * author's push until the change is on the reader's screen. The event stream is excluded.
 */
import * as Y from 'yjs';
import { projectCalls } from '../../server/core/projects/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { newId, spaceOf } from '../../sync/model/ids';
import { NOTE_FRAGMENT } from '../../sync/model/note-document';
import { nextRev } from '../../sync/model/rev';
import { EMAILS, Person } from '../support/person';
import { times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { openWorkspace } from '../support/screens';
import { round } from '../support/statistics';

const GOAL_BYTES = 5_000;
const PARAGRAPHS = 400;
const WORDS = 'Each paragraph of this note has about as many words as a person writes before the next one begins. ';

/** A note of the author's that the whole company may read, and the state of its text. */
class LongNote {
  readonly id = newId();
  projectId = '';
  readonly doc = new Y.Doc();
  private rev = nextRev();

  constructor(private readonly author: Person) {
    Y.applyUpdate(
      this.doc,
      stateFromMarkdown(Array.from({ length: PARAGRAPHS }, (_, n) => `${n} ${WORDS.repeat(10)}`).join('\n\n')),
    );
  }

  async create(): Promise<void> {
    const { author, id } = this;
    const now = Date.now();
    const { id: projectId } = await author.call(projectCalls.create, { title: 'A long note' });
    this.projectId = projectId;
    await author.call(projectCalls.setShare, { projectId, shareRange: 'company' });
    const common = { space: spaceOf('project', projectId), creatorId: author.userId };
    const row = author.made(id, {
      ...common,
      projectId,
      title: 'Long note',
      snippet: '',
      type: 'note',
      shareRange: 'project',
      words: 1,
      characters: 1,
      createdAt: now,
    });
    await author.push('notes', [row]);
    const state = toBase64(Y.encodeStateAsUpdate(this.doc));
    const text = author.made(id, { ...common, subject: 'note', subjectId: id, state });
    await author.push('noteContents', [text]);
    this.rev = text.newDocumentState.rev;
  }

  /** Writes a word at the beginning of a paragraph. */
  async write(paragraph: number, word: string): Promise<void> {
    const before = Y.encodeStateVector(this.doc);
    const block = this.doc.getXmlFragment(NOTE_FRAGMENT).get(paragraph) as Y.XmlElement;
    (block.get(0) as Y.XmlText).insert(0, `${word} `);
    const rev = nextRev(this.rev);
    const update = toBase64(Y.encodeStateAsUpdate(this.doc, before));
    await this.author.push('noteContents', [
      { assumedMasterState: { rev: this.rev }, newDocumentState: { id: this.id, rev, updatedAt: Date.now(), update } },
    ]);
    this.rev = rev;
  }
}

export const textDifference: Row = {
  name: 'text-difference',
  async run({ quick, say }) {
    const server = await startServer();
    const author = await Person.signIn(server.url);
    const note = new LongNote(author);
    await note.create();
    const reader = await openWorkspace(server.url, EMAILS[2]!);
    try {
      await reader.page.goto(`${server.url}/project/${note.projectId}/note-detail/${note.id}`);
      const text = reader.page.locator('.note.note-read');
      await text.waitFor();
      let bytes = 0;
      const counted: Promise<void>[] = [];
      reader.context.on('requestfinished', (request) => {
        if (!/\/api\/core\/sync\//.test(request.url())) return;
        counted.push(
          request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
            bytes += responseBodySize + responseHeadersSize;
          }),
        );
      });
      const rounds = await times(quick ? 2 : 5, async (turn) => {
        bytes = 0;
        const word = `changed${turn}`;
        await note.write(turn * 7, word);
        await text.getByText(word, { exact: false }).waitFor();
        await Promise.all(counted.splice(0));
        say(`one changed paragraph of 400 kB: ${round(bytes / 1_000)} kB`);
        if (bytes === 0) throw new Error('no answer of replication was seen');
        return bytes;
      });
      const worst = Math.max(...rounds);
      return [
        {
          measured: 'received by a reader of one changed paragraph in a note of 400 kB',
          goal: `under ${GOAL_BYTES / 1_000} kB`,
          satchel: `${round(worst / 1_000)} kB`,
          beside: '',
          met: worst < GOAL_BYTES,
        },
      ];
    } finally {
      await reader.dispose();
      await server.dispose();
    }
  },
};
