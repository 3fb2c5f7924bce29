/**
 * The messages of a revision. The text is data, as sources of an answer are: it may repeat what strangers wrote.
 */
import type { ChatMessage } from '../../ai/chat/provider';
import { asData, dataMark, dataRule } from '../../ai/data-marks';

export function revisionPrompt(instruction: string, text: string): ChatMessage[] {
  const mark = dataMark([text, instruction]);
  return [
    {
      role: 'system',
      content: [
        'You revise a text of a person at work, as they ask. Answer with the whole revised text alone, as ' +
          'Markdown without HTML and without new images: no introduction, no comment, no fence around it.',
        'Keep the language of the text unless they ask for another one. Keep its facts, numbers, names, links ' +
          'and references such as [1] as they are. Add nothing that is not in the text.',
        dataRule(mark),
      ].join('\n\n'),
    },
    { role: 'user', content: `${asData(mark, text)}\n\nRevise the text: ${instruction}` },
  ];
}
