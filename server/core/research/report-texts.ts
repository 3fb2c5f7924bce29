/** Fixed texts of a report as Markdown, HTML and slides, in the language of the research. The app has its own texts. */
import type { Report } from '../../../sync/model/kinds/reports';
import { isLanguage, type Language } from '../../../sync/model/languages';
import type { SlideWords } from './slides-page';

type LimitKind = Report['limits'][number]['kind'];

export interface ReportTexts {
  dossier: string;
  report: string;
  sources: string;
  /** with the placeholder `{count}` */
  ownSources: string;
  slides: SlideWords;
  contradictions: string;
  limits: string;
  evidence: string;
  unsure: string;
  number: string;
  /** with the placeholders `{title}` and `{count}` */
  limit: Record<LimitKind, string>;
  budget: Record<string, string>;
}

const TEXTS: Record<Language, ReportTexts> = {
  en: {
    dossier: 'Source dossier: passages of the sources, word for word. No language model is connected.',
    report: 'Report',
    sources: 'Sources',
    ownSources: 'Documents of the workspace: {count}',
    slides: { at: '{n} of {count}', unsure: 'only partly supported', keys: '← → to move, F for the whole screen' },
    contradictions: 'Contradictions',
    limits: 'Limits',
    evidence: 'Evidence',
    unsure: 'only partly supported, or not verified',
    number: 'has a number that no quote has',
    limit: {
      source: 'Couldn’t be read: {title}',
      question: 'Nothing was found for: {title}',
      closest: 'Nothing covers this question well. The closest passages are quoted: {title}',
      budget: 'The budget was reached: {title}',
      quotes: '{count} findings were dropped: their source doesn’t contain their words',
      sentences: '{count} sentences were removed: the evidence doesn’t support them',
      withdrawn: '{count} sources were deleted or are no longer shared',
      noWeb: 'The web wasn’t searched: no search provider is connected',
      few: 'Only {count} sources were found',
      unverified: 'The sentences weren’t verified: {title}',
      stopped: 'The research ended early',
    },
    budget: { sources: 'sources', minutes: 'time', tokens: 'tokens of the language model', money: 'money' },
  },
  zh_hans: {
    dossier: '资料汇编：逐字摘录来源中的段落。未连接语言模型。',
    report: '报告',
    sources: '来源',
    ownSources: '工作区中的 {count} 个文档',
    slides: { at: '{n} / {count}', unsure: '仅部分有依据', keys: '← → 翻页，F 全屏' },
    contradictions: '相互矛盾之处',
    limits: '局限',
    evidence: '依据',
    unsure: '仅部分有依据，或未经核实',
    number: '含有引文中没有的数字',
    limit: {
      source: '无法读取：{title}',
      question: '未找到相关内容：{title}',
      closest: '没有内容能充分回答这个问题，以下引用最接近的段落：{title}',
      budget: '已达到上限：{title}',
      quotes: '已舍弃 {count} 项发现：来源中没有相应的文字',
      sentences: '已删除 {count} 个句子：缺乏依据',
      withdrawn: '{count} 个来源已被删除或不再共享',
      noWeb: '未搜索网络：未连接搜索服务',
      few: '仅找到 {count} 个来源',
      unverified: '句子未经核实：{title}',
      stopped: '研究提前结束',
    },
    budget: { sources: '来源', minutes: '时间', tokens: '语言模型的词元', money: '金额' },
  },
  zh_hant: {
    dossier: '資料彙編：逐字摘錄來源中的段落。未連接語言模型。',
    report: '報告',
    sources: '來源',
    ownSources: '工作區中的 {count} 份文件',
    slides: { at: '{n} / {count}', unsure: '僅部分有依據', keys: '← → 換頁，F 全螢幕' },
    contradictions: '相互矛盾之處',
    limits: '限制',
    evidence: '依據',
    unsure: '僅部分有依據，或未經查證',
    number: '含有引文中沒有的數字',
    limit: {
      source: '無法讀取：{title}',
      question: '找不到相關內容：{title}',
      closest: '沒有內容能充分回答這個問題，以下引用最接近的段落：{title}',
      budget: '已達上限：{title}',
      quotes: '已捨棄 {count} 項發現：來源中沒有對應的文字',
      sentences: '已刪除 {count} 個句子：缺乏依據',
      withdrawn: '{count} 個來源已被刪除或不再分享',
      noWeb: '未搜尋網路：未連接搜尋服務',
      few: '僅找到 {count} 個來源',
      unverified: '句子未經查證：{title}',
      stopped: '研究提前結束',
    },
    budget: { sources: '來源', minutes: '時間', tokens: '語言模型的詞元', money: '金額' },
  },
  ja: {
    dossier: '資料集：情報源の記述をそのまま抜き出したものです。言語モデルは接続されていません。',
    report: 'レポート',
    sources: '情報源',
    ownSources: 'ワークスペースの文書 {count} 件',
    slides: { at: '{n} / {count}', unsure: '根拠が一部のみ', keys: '← → で移動、F で全画面' },
    contradictions: '食い違い',
    limits: '限界',
    evidence: '根拠',
    unsure: '根拠が一部のみ、または未検証',
    number: '引用にない数値を含む',
    limit: {
      source: '読み取れませんでした：{title}',
      question: '該当する情報が見つかりませんでした：{title}',
      closest: '質問に十分に答える内容がないため、最も近い箇所を引用しています：{title}',
      budget: '上限に達しました：{title}',
      quotes: '情報源に該当する文言がないため、{count} 件の所見を除外しました',
      sentences: '根拠がないため、{count} 文を削除しました',
      withdrawn: '{count} 件の情報源が削除されたか、共有されなくなりました',
      noWeb: 'ウェブは検索していません：検索サービスが接続されていません',
      few: '見つかった情報源は {count} 件のみです',
      unverified: '検証されていない文があります：{title}',
      stopped: 'リサーチは途中で終了しました',
    },
    budget: { sources: '情報源', minutes: '時間', tokens: '言語モデルのトークン', money: '金額' },
  },
  ko: {
    dossier: '자료 모음: 출처의 구절을 그대로 옮겼어요. 연결된 언어 모델이 없어요.',
    report: '보고서',
    sources: '출처',
    ownSources: '워크스페이스 문서 {count}개',
    slides: { at: '{n}/{count}', unsure: '일부만 뒷받침됨', keys: '← → 이동, F 전체 화면' },
    contradictions: '서로 다른 내용',
    limits: '한계',
    evidence: '근거',
    unsure: '일부만 뒷받침되거나 검증되지 않음',
    number: '인용문에 없는 숫자가 있음',
    limit: {
      source: '읽을 수 없었어요: {title}',
      question: '관련 내용을 찾지 못했어요: {title}',
      closest: '질문을 충분히 다루는 내용이 없어 가장 가까운 구절을 인용했어요: {title}',
      budget: '한도에 도달했어요: {title}',
      quotes: '출처에 해당 문구가 없어 {count}개 결과를 제외했어요',
      sentences: '근거가 없어 {count}개 문장을 삭제했어요',
      withdrawn: '출처 {count}개가 삭제되었거나 더 이상 공유되지 않아요',
      noWeb: '웹을 검색하지 않았어요: 연결된 검색 서비스가 없어요',
      few: '출처를 {count}개만 찾았어요',
      unverified: '검증되지 않은 문장이 있어요: {title}',
      stopped: '리서치가 중간에 끝났어요',
    },
    budget: { sources: '출처', minutes: '시간', tokens: '언어 모델 토큰', money: '금액' },
  },
};

export const textsFor = (language: string): ReportTexts => TEXTS[isLanguage(language) ? language : 'en'];
