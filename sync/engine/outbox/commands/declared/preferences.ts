/** Preferences of the person. */
import type { MailTime, NoticeName } from '../../../../model/notices';
import type { CitationStyle, Sort } from '../../../../model/kinds/preferences';
import type { TopKind } from '../../../../model/top-kinds';

export interface PreferenceCommands {
  /** sorts a list; the others stay as they are */
  'preferences.sort': { input: { list: TopKind; by: Sort }; output: null };
  'preferences.update': {
    input: {
      lang?: string;
      recognitionLanguage?: string;
      singleKeyShortcuts?: boolean;
      copyFormat?: 'text' | 'markdown' | 'html';
      citationStyle?: CitationStyle;
    };
    output: null;
  };
  /**
   * what the person wants of a kind of notifications; what is not given stays. Other kinds are not touched, so that
   * changes on two devices merge
   */
  'preferences.notice': {
    input: { kind: NoticeName; app?: boolean; mail?: MailTime; push?: boolean; timeZone: string };
    output: null;
  };
}
