/**
 * Words, quotation marks and separators of citations in each language. The app and the server format the same reports,
 * so both read this table.
 */
import type { AnswerSource } from './kinds/answers';
import { isLanguage, type Language } from './languages';

export interface CitationWords {
  /** a title inside the quotation marks of another title */
  inner: (title: string) => string;
  /** a title within a sentence or a footnote */
  quoted: (title: string) => string;
  /** stands for the year of a source without a date */
  noDate: string;
  /** the label of a source in the text; the brackets around one or several, and the separator */
  label: (title: string, year: string) => string;
  brackets: readonly [open: string, separator: string, close: string];
  /** separators: after the parts of a reference (author-date), and between those of a footnote */
  stop: string;
  comma: string;
  retrieved: (date: string, url: string) => string;
  accessed: (date: string) => string;
  kinds: Record<Exclude<AnswerSource['kind'], 'web'>, string>;
}

/** Replaces quotation marks by nested ones. */
const nested =
  (outer: string, inner: string) =>
  (title: string): string =>
    title.replaceAll(outer[0]!, inner[0]!).replaceAll(outer[1]!, inner[1]!);

const CHINESE = {
  inner: nested('《》', '〈〉'),
  quoted: (title: string) => `《${title}》`,
  label: (title: string, year: string) => `《${title}》，${year}`,
  brackets: ['（', '；', '）'],
  stop: '。',
  comma: '，',
} as const;

const WORDS: Record<Language, CitationWords> = {
  en: {
    inner: nested('“”', '‘’'),
    quoted: (title) => `“${title}”`,
    noDate: 'n.d.',
    label: (title, year) => `“${title}”, ${year}`,
    brackets: ['(', '; ', ')'],
    stop: '. ',
    comma: ', ',
    retrieved: (date, url) => `Retrieved ${date}, from ${url}`,
    accessed: (date) => `accessed ${date}`,
    kinds: { projects: 'Project', projectItems: 'File', notes: 'Note', meetings: 'Meeting', temporary: 'File' },
  },
  zh_hans: {
    ...CHINESE,
    noDate: '无日期',
    retrieved: (date, url) => `${date}取自 ${url}`,
    accessed: (date) => `访问于${date}`,
    kinds: { projects: '项目', projectItems: '文件', notes: '笔记', meetings: '会议', temporary: '文件' },
  },
  zh_hant: {
    ...CHINESE,
    noDate: '無日期',
    retrieved: (date, url) => `${date}取自 ${url}`,
    accessed: (date) => `造訪於${date}`,
    kinds: { projects: '專案', projectItems: '檔案', notes: '筆記', meetings: '會議', temporary: '檔案' },
  },
  ja: {
    inner: nested('「」', '『』'),
    quoted: (title) => `「${title}」`,
    noDate: '日付不明',
    label: (title, year) => `「${title}」${year}`,
    brackets: ['（', '；', '）'],
    stop: '。',
    comma: '、',
    retrieved: (date, url) => `${date}取得、${url}`,
    accessed: (date) => `${date}閲覧`,
    kinds: {
      projects: 'プロジェクト',
      projectItems: 'ファイル',
      notes: 'ノート',
      meetings: '会議',
      temporary: 'ファイル',
    },
  },
  ko: {
    inner: nested('「」', '『』'),
    quoted: (title) => `「${title}」`,
    noDate: '날짜 없음',
    label: (title, year) => `「${title}」, ${year}`,
    brackets: ['(', '; ', ')'],
    stop: '. ',
    comma: ', ',
    retrieved: (date, url) => `${date} 검색, ${url}`,
    accessed: (date) => `${date} 접속`,
    kinds: { projects: '프로젝트', projectItems: '파일', notes: '노트', meetings: '회의', temporary: '파일' },
  },
};

export const citationWords = (language: string): CitationWords => WORDS[isLanguage(language) ? language : 'en'];
