/** Preferences of the person. */
import type { MailTime, NoticeName } from '../../../../model/notices';
import type { CitationStyle, Sort } from '../../../../model/kinds/preferences';
import type { TopKind } from '../../../../model/top-kinds';

export interface PreferenceCommands {
  /** sets the order of one list */
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
   * sets how the person is notified of one kind of event; omitted fields are not changed, nor are other kinds, so that
   * changes on two devices merge
   */
  'preferences.notice': {
    input: { kind: NoticeName; app?: boolean; mail?: MailTime; push?: boolean; timeZone: string };
    output: null;
  };
}
