/** Data for the walk through a research: person, device, question, and the facts in answers of model and web. */
import { NARROW, WIDE } from './axe';
import { findingsIn, type Answers } from './research-answers';

interface Fact {
  /** word of the questions that the fact answers */
  about: string;
  /** word of the page's address */
  host: string;
  claim: string;
  /** contained in the page */
  quote: string;
}

export interface ResearchWalk {
  language: string;
  person: 'emma' | 'misaki';
  viewport: { width: number; height: number };
  question: string;
  clarification: { question: string; choices: string[] };
  plan: [string, string];
  /** the second question of the plan, as edited by the person */
  edited: string;
  facts: Fact[];
  paragraph: string;
  further: string;
}

export const ENGLISH: ResearchWalk = {
  language: 'en',
  person: 'emma',
  viewport: WIDE,
  question: 'How high is the tower, and when was it opened?',
  clarification: { question: 'Which tower do you mean?', choices: ['Tokyo Tower', 'Eiffel Tower'] },
  plan: ['How high is Tokyo Tower?', 'When was Tokyo Tower opened?'],
  edited: 'In which year was Tokyo Tower opened to visitors?',
  facts: [
    { about: 'high', host: 'height', claim: 'Tokyo Tower is 333 metres high.', quote: 'The tower is 333 metres high' },
    { about: 'opened', host: 'opening', claim: 'It was opened in 1958.', quote: 'It was opened in 1958' },
  ],
  paragraph: 'The tower is 333 metres high. It was opened in 1958, and people have come to see it ever since.',
  further: 'How many people visit the tower in a year?',
};

export const JAPANESE: ResearchWalk = {
  language: 'ja',
  person: 'misaki',
  viewport: NARROW,
  question: 'タワーの高さはどのくらいで、いつ開業しましたか？',
  clarification: { question: 'どのタワーについて調べますか？', choices: ['東京タワー', '東京スカイツリー'] },
  plan: ['東京タワーの高さはどのくらいですか？', '東京タワーはいつ開業しましたか？'],
  edited: '東京タワーが一般公開のために開業したのは何年ですか？',
  facts: [
    {
      about: '高さ',
      host: 'height',
      claim: '東京タワーの高さは333メートルです。',
      quote: 'このタワーの高さは333メートルです',
    },
    { about: '開業', host: 'opening', claim: '東京タワーは1958年に開業しました。', quote: '1958年に開業し' },
  ],
  paragraph: 'このタワーの高さは333メートルです。1958年に開業し、それ以来、多くの人が訪れています。',
  further: 'タワーには年間何人が訪れますか？',
};

/** The fact that answers a question. */
export const factOf = ({ facts }: ResearchWalk, words: string): Fact =>
  facts.find(({ about }) => words.includes(about))!;

/** The answers of the scripted model. */
export const answersOf = (walk: ResearchWalk): Answers => ({
  clarifications: (prompt) => ({ questions: prompt.includes(walk.further) ? [] : [walk.clarification] }),
  plan: (prompt) => ({ questions: prompt.includes(walk.further) ? [walk.further] : walk.plan }),
  findings: (prompt) => {
    const { claim, quote } = factOf(walk, prompt.slice(prompt.lastIndexOf('Question: ')));
    const sources = prompt.split(/^source (?=\d+$)/mu).slice(1);
    return {
      findings: sources.flatMap((source) =>
        source.includes(quote) ? [{ claim, quote, source: Number.parseInt(source, 10) }] : [],
      ),
    };
  },
  section: (prompt) => ({
    paragraphs: [
      findingsIn(prompt).map((n) => ({
        text: factOf(walk, prompt.slice(prompt.lastIndexOf('Section: '))).claim,
        findings: [n],
      })),
    ],
  }),
});
