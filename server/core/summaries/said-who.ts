/** Checks who does an action: a model may invent a person. */
import type { SummarySources } from './sources';

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTER = /[\p{L}\p{N}]/u;
const TITLE = /^(?:mr|mrs|ms|dr|prof)\.?\s+|(?:さん|さま|様|氏|くん|君|先生|女士|小姐|님|씨)$/giu;
/** between several people; a character that also stands in names only between parts of two characters */
const BETWEEN = /[,、，;；&/／・+]|\s(?:and|or|및)\s|(?<=\S{2})[と和與与](?=\S{2})/giu;

const plain = (text: string): string => text.normalize('NFKC');

/** Whether a text contains a word, in scripts with spaces as a whole word. */
function contains(text: string, word: string): boolean {
  if (WIDE.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + word.length] ?? '')) return true;
  return false;
}

export class SaidWho {
  private readonly names: string;
  private readonly said: string;
  private readonly lower: string;

  constructor({ meeting, note, transcript }: Pick<SummarySources, 'meeting' | 'note' | 'transcript'>) {
    this.names = plain(meeting.participants.map(({ name }) => name).join('\n')).toLowerCase();
    this.said = plain([...note, ...transcript].map(({ text }) => text).join('\n'));
    this.lower = this.said.toLowerCase();
  }

  /** The people among these who take part in the meeting, or were named in it; '' for none. */
  supported(who: string): string {
    if (this.isKnown(who)) return who;
    const people = who
      .split(BETWEEN)
      .map((each) => each.trim())
      .filter((each) => each !== '');
    return people.length > 1 ? people.filter((each) => this.isKnown(each)).join(', ') : '';
  }

  private isKnown(person: string): boolean {
    const name = plain(person).replace(TITLE, '').trim();
    const words = name.split(/\s+/u).filter((word) => LETTER.test(word));
    // one kana or syllable is in nearly every text
    if (words.length === 0 || /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(name)) return false;
    return words.every((word) => {
      const lower = word.toLowerCase();
      // a single word may be a name that is also a common word: Will, Mark
      return (
        contains(this.names, lower) || (words.length > 1 ? contains(this.lower, lower) : contains(this.said, word))
      );
    });
  }
}
