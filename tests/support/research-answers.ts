/** The requests of a research to a scripted model, and the default answers. */
import type { ModelAnswer, ModelRequest } from './model-server';

/** Kinds of requests of a research to a model. */
export type Asking = 'clarifications' | 'plan' | 'findings' | 'gaps' | 'contradictions' | 'section' | 'verdicts';
export type Answers = Partial<Record<Asking, (prompt: string, request: ModelRequest) => object | ModelAnswer>>;

export const askingOf = ({ body }: ModelRequest): Asking =>
  (body['response_format'] as { json_schema: { name: Asking } }).json_schema.name;

export const promptOf = ({ body }: ModelRequest): string =>
  (body.messages ?? []).map(({ content }) => content ?? '').join('\n');

/** Numbers of the findings in a prompt. */
export const findingsIn = (prompt: string): number[] =>
  [...prompt.matchAll(/^finding (\d+)$/gm)].map(([, n]) => Number(n));

export const USUAL: Required<Answers> = {
  clarifications: () => ({
    questions: [
      { question: 'Which tower?', choices: ['Tokyo', 'Paris'] },
      { question: 'No choices?', choices: [] },
      { question: 'For what?', choices: ['A talk', 'A visit'] },
    ],
  }),
  plan: () => ({ questions: ['How high is the tower?', 'When was the tower opened?'] }),
  findings: (prompt) => ({
    findings: [...prompt.matchAll(/^source (\d+)$/gm)].map(([, no]) => ({
      claim: prompt.includes('When was') ? 'The tower was opened in 1958.' : 'The tower is 333 metres high.',
      quote: prompt.includes('When was') ? 'opened in 1958' : 'tower is 333 metres high',
      source: Number(no),
    })),
  }),
  gaps: () => ({ questions: [] }),
  contradictions: () => ({ contradictions: [] }),
  section: (prompt) => ({
    paragraphs: [findingsIn(prompt).map((n) => ({ text: `Finding ${n} says so.`, findings: [n] }))],
  }),
  verdicts: (prompt) => ({
    verdicts: [...prompt.matchAll(/^sentence (\d+):/gm)].map(([, n]) => ({
      sentence: Number(n),
      verdict: 'supported',
    })),
  }),
};

/** The default answer to a request, as an object. */
export const usualAnswer = (request: ModelRequest): object => USUAL[askingOf(request)](promptOf(request), request);
