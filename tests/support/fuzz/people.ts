/** Acts of people on the documents that they see. */
import type { KindName } from '../../../sync/model/kinds';
import { callActs, notificationActs, preferenceActs, templateActs, termActs, threadActs } from './actions/company';
import { decisionActs } from './actions/decisions';
import { itemActs, noteActs, projectActs } from './actions/knowledge';
import { meetingActs, summaryActs, transcriptActs } from './actions/meetings';
import { Editors } from './actions/typing';
import type { FuzzDevice } from './fuzz-device';
import { Hands, type Act } from './act-as-person';
import type { Oracle } from './oracle';
import type { Choices } from './random';

const ACTS = {
  ...projectActs,
  ...noteActs,
  ...itemActs,
  ...meetingActs,
  ...transcriptActs,
  ...summaryActs,
  ...termActs,
  ...templateActs,
  ...threadActs,
  ...preferenceActs,
  ...notificationActs,
  ...callActs,
  ...decisionActs,
};
export type ActName = keyof typeof ACTS | 'type';

/**
 * Weight of each act, if the device has its collection. Acts that rarely find a document have a higher weight, so that
 * a hundred runs contain each.
 */
const WEIGHTS: { [C in KindName | 'any']?: Partial<Record<ActName, number>> } = {
  projects: { projectNew: 4, projectEdit: 16, projectShare: 8, contributors: 6, projectDelete: 2 },
  projectItems: { itemNew: 6, itemEdit: 10, itemMove: 5, itemDelete: 3 },
  notes: { noteNew: 10, noteRename: 12, noteMove: 7, noteDelete: 4 },
  noteContents: { type: 20 },
  meetings: {
    meetingNew: 6,
    meetingRename: 6,
    meetingMove: 5,
    meetingDelete: 2,
    participantAdd: 6,
    participantRename: 6,
    participantRemove: 4,
  },
  transcripts: { segmentCorrect: 24 },
  summaries: { summaryEdit: 20 },
  terms: { termNew: 6, termEdit: 10, termDelete: 3 },
  templates: { templateNew: 4, templateEdit: 8, templateDelete: 3 },
  threads: { threadRename: 8, threadDelete: 6 },
  preferences: { preference: 8 },
  notifications: { notificationRead: 16, notificationDelete: 16 },
  any: { call: 4, conflict: 8, refusal: 20, undo: 3, pause: 1 },
};
export const ACT_NAMES = Object.values(WEIGHTS).flatMap((of) => Object.keys(of) as ActName[]);

export class People {
  readonly hands: Hands;
  private readonly editors = new Editors();
  private readonly weights: Record<string, number>;

  constructor(
    private readonly choices: Choices,
    oracle: Oracle,
    ids: readonly string[],
    companyId: string,
    names: readonly KindName[],
  ) {
    this.hands = new Hands(choices, oracle, ids, companyId);
    this.weights = Object.assign({}, ...['any' as const, ...names].map((name) => WEIGHTS[name] ?? {})) as Record<
      string,
      number
    >;
  }

  /** Creates the initial documents. */
  async found(device: FuzzDevice): Promise<void> {
    if (!device.names.includes('projects')) return;
    const { id } = await device.api.run('project.create', { title: 'Everybody’s' });
    await device.api.run('project.contributors', {
      id,
      userIds: this.hands.ids.filter((p) => p !== device.who),
      departmentIds: [],
    });
    if (device.names.includes('notes')) await device.api.run('note.create', { projectId: id, title: 'Common' });
    if (device.names.includes('meetings'))
      await device.api.run('meeting.create', {
        projectId: id,
        title: 'Common',
        type: 'record',
        language: 'en',
        id: `m-common-${this.hands.companyId}`,
      });
  }

  /** An act that this person can do now. */
  async decide(device: FuzzDevice): Promise<(Act & { name: ActName }) | null> {
    for (let i = 0; i < 6; i += 1) {
      const name = this.choices.weighted(this.weights) as ActName;
      const act = await (name === 'type' ? this.editors.type : ACTS[name])(this.hands, device);
      if (act) return { ...act, name };
    }
    return null;
  }

  forget(device: FuzzDevice): void {
    this.editors.forget(device);
  }

  /** Closes the editors of all people and ends their pauses. */
  async rest(device: FuzzDevice): Promise<void> {
    await this.editors.close(device);
    await device.api.setPaused(false);
  }
}
