/** Checks who does an action: a model may invent a person. */
import { fold } from '../../../sync/text/fold';
import type { SummarySources } from './sources';

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTER = /[\p{L}\p{N}]/u;
const TITLE =
  /^(?:@|(?:mr|mrs|ms|dr|prof)\.?\s+)|\s*[(（].*[)）]$|\s*(?:さん|さま|様|氏|くん|君|部長|課長|社長|先生|女士|小姐|经理|經理|님|씨|과장|부장|팀장|대리)$/giu;
/** between several people; a character that also stands in names only between parts of two characters */
const BETWEEN = /[,、，;；&/／・+]|\s(?:and|or|및)\s|(?<=\S{2})[と和與与](?=\S{2})/giu;

/** Without accents of Latin letters. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC');
/** A name is written with a space or without it, and in simplified or traditional characters. */
const joined = (text: string): string => fold(text.replace(/\s+/gu, '')).text;

/** Whether a text contains a word of a script with spaces as a whole word. */
function contains(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + word.length] ?? '')) return true;
  return false;
}

export class SaidWho {
  private readonly names: string;
  private readonly said: string;
  private readonly lower: string;
  private readonly joined: string;

  constructor({ meeting, note, transcript }: Pick<SummarySources, 'meeting' | 'note' | 'transcript'>) {
    this.names = plain(meeting.participants.map(({ name }) => name).join('\n')).toLowerCase();
    this.said = plain([...note, ...transcript].map(({ text }) => text).join('\n'));
    this.lower = this.said.toLowerCase();
    this.joined = joined(`${this.names}|${this.said}`);
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
    if (WIDE.test(name)) return this.joined.includes(joined(name));
    return words.every((word) => {
      const lower = word.toLowerCase();
      // a single word may be a name that is also a common word: Will, Mark
      return (
        contains(this.names, lower) || (words.length > 1 ? contains(this.lower, lower) : contains(this.said, word))
      );
    });
  }
}
