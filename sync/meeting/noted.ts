/** Recognises decisions and tasks in notes: lines with a label and a colon (such as "Decision:"), or a check box. */

/** labels in five languages; sentences do not begin with them */
const LABELS = {
  decision:
    /^(?:decisions?|decided|agreed|決定(?:事項)?|決まったこと|合意(?:事項)?|決議|决定(?:事项)?|决议|共识|共識|결정(?: ?사항)?|합의(?: ?사항)?)$/iu,
  action:
    /^(?:actions?(?: items?)?|to[- ]?dos?|tasks?|next steps?|アクション|タスク|宿題|やること|対応事項|待办(?:事项)?|待辦(?:事項)?|任务|任務|行动(?:项)?|行動(?:項目)?|할 ?일|액션(?: ?아이템)?|과제)$/iu,
} as const;
const LABELLED = /^([^:：]{1,24})[:：]\s*(.*)$/u;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
const CHECK_BOX = /^\[([ xX])\]\s*(.+)$/u;

export interface Noted {
  kind: keyof typeof LABELS;
  /** text after the label; '' if there is none */
  text: string;
  isDone: boolean;
}

/** The decision or task in a line; null for other lines. */
export function notedIn(line: string): Noted | null {
  // a bold label has asterisks
  const plain = line
    .replace(LIST_MARK, '')
    .replace(/\*\*|__/gu, '')
    .trim();
  const [, mark, task] = CHECK_BOX.exec(plain) ?? [];
  if (task !== undefined) return { kind: 'action', text: task.trim(), isDone: mark !== ' ' };
  const [, label = '', text = ''] = LABELLED.exec(plain) ?? [, plain.replace(/[:：]$/u, '')];
  const kind = (['decision', 'action'] as const).find((each) => LABELS[each].test(label.trim()));
  return kind ? { kind, text: text.trim(), isDone: false } : null;
}
