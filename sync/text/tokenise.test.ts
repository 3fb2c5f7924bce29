import { expect, test } from 'vitest';
import { fold } from './fold';
import { queryTerms } from './query';
import { tokenise } from './tokenise';

/** Whether a text contains all required terms of a question, as an index would decide. */
const finds = (question: string, text: string): boolean => {
  const held = tokenise(text).map((token) => token.term);
  const asked = queryTerms(question);
  return (
    asked.length > 0 &&
    asked.every(
      ({ also = [], share, ...word }) =>
        share === 0 ||
        [word, ...also].some(({ term, prefix, accepts }) =>
          held.some((h) => (prefix ? h.startsWith(term) && (accepts?.(h) ?? true) : h === term)),
        ),
    )
  );
};

test.each([
  ['議事録', '昨日の定例会議の議事録を共有します。'],
  ['会議', '昨日の定例会議の議事録'],
  ['見積もり', '来週までに見積もりを提出する'],
  ['サーバー', 'サーバーの移行計画'],
  ['さーば', 'サーバーの移行計画'],
  ['ｻｰﾊﾞｰ', 'サーバーの移行計画'],
  ['データベース', 'ﾃﾞｰﾀﾍﾞｰｽを更新'],
  ['猫', '吾輩は猫である'],
  ['京', '東京'],
  ['打ち合わせ', '明日の打ち合わせは10時から'],
  ['AI会議', 'AI会議メモ'],
  ['第3四半期', '第３四半期の売上'],
  ['サーバ', 'サーバーの移行計画'],
  ['サーバー', 'サーバの移行計画'],
  ['サーバ移行', 'サーバー移行の手順'],
  ['サーバー移行', 'サーバ移行の手順'],
  ['3か月', '3ヶ月の試験設置'],
  ['３ヵ月', '3か月後'],
  ['佐藤美咲', '佐藤　美咲さん'],
  ['佐藤 美咲', '佐藤美咲さん'],
  ['ジョンスミス', 'ジョン・スミス様'],
  ['打合せ', '明日の打ち合わせは10時から'],
  ['打ち合わせ', '打合せの議事録'],
  ['引越し', '引っ越しの準備'],
  ['見積', '見積もりを提出'],
  ['渡辺様', '渡邉さんからの連絡'],
  ['渡邊', '渡辺商店'],
  ['斎藤', '齋藤工務店'],
  ['斉藤', '齋藤工務店'],
  ['高橋', '髙橋さん'],
  ['バイオリン', 'ヴァイオリン教室'],
  ['十二月六日', '12月6日の会議'],
  ['12/6', '12月6日の会議'],
  ['会議はいつですか', '定例会議の記録'],
])('Japanese: %s is found in "%s"', (question, text) => expect(finds(question, text)).toBe(true));

test.each([
  ['회의록', '어제 회의록을 공유했어요'],
  ['회의록을', '회의록에서 확인하세요'],
  ['회의', '주간회의 자료'],
  ['프로젝트는', '새 프로젝트를 시작'],
  ['집', '집에서 일해요'],
  ['책', '책을 읽었다'],
  ['고양이', '고양이가 있어요'],
  ['서울', '서울에서'.normalize('NFD')],
  ['김민준', '김민준 님이 말했어요'],
  ['주간회의', '팝업 스토어 주간 회의'],
  ['주간 회의', '주간회의 자료'],
  ['회의', '어제 회의를 했어요'],
  ['책을', '그 책이 좋아요'],
  ['회의ㄹ', '회의록을 공유했어요'],
  ['워크샵', '상반기 워크숍 준비'],
  ['컨텐츠 메세지', '콘텐츠와 메시지'],
  ['스케쥴', '스케줄을 확인'],
  ['김민준 팀장님', '김민준 님과 면담'],
  ['박서연씨는', '박서연 면접'],
  ['견적서 어디 있어', '견적서를 보냈다'],
  ['Dec 6', '12월 6일 오전'],
])('Korean: %s is found in "%s"', (question, text) => expect(finds(question, text)).toBe(true));

test.each([
  ['會議紀要', '本周会议纪要已发送'],
  ['会议纪要', '本週會議紀要已寄出'],
  ['软体', '軟體開發計畫'],
  ['軟體', '软体开发'],
  ['人工智能', '關於人工智能的討論'],
  ['头发', '頭髮'],
  ['發展', '发展规划'],
  ['产品经理', '产品经理负责需求'],
  ['账号', '新员工帐号'],
  ['計劃', '年度计画'],
  ['我们什么时候开会议', '会议记录'],
  ['十二月六日', '定在12月6號晚上'],
])('Chinese: %s is found in "%s"', (question, text) => expect(finds(question, text)).toBe(true));

test.each([
  ['cafe', 'Café au lait'],
  ['CAFÉ', 'cafe'.normalize('NFD')],
  ['naive', 'nai\u0308ve approach'],
  ['road', 'The roadmap for spring'],
  ['ＡＰＩ', 'api reference'],
  ['1,000', 'about 1000 people'],
  ['1000', 'about 1,000 people'],
  ['3.14', 'pi is 3.14.'],
  ['2026', 'on 2026-11-21'],
  ['v2.1', 'release V2.1 notes'],
  ['shelf', 'Light levels: window, shelves, till'],
  ['shelves', 'one shelf'],
  ['companies', 'Our company'],
  ['company size', 'the sizes of companies'],
  ['boxes ', 'a box'],
  ['person', 'wrong people'],
  ['email', 'by E-mail'],
  ['e-mail', 'an email address'],
  ['e-mail', 'by e‑mail'],
  ['follow up', 'the follow-up'],
  ['follow-up', 'to follow up'],
  ['the client’s plan', 'a plan of the client'],
  ['oconnor', 'with Siobhan O’Connor'],
  ["o'connor", 'Mr OConnor'],
  ['iso27001', 'ISO 27001 audit'],
  ['iso 27001', 'the ISO27001 audit'],
  ['hx20931 ', 'claim HX-20931'],
  ['organizing', 'we organised it'],
  ['colors', 'the colour of the wall'],
  ['travelled', 'travelling by train'],
  ['rehearse', 'rehearsals on Monday'],
  ['kick off', 'the kickoff'],
  ['yilmaz', 'Dr. Yılmaz'],
  ['when is the audit', 'audit in March'],
  ['6 December', 'due on December 6th'],
  ['2026-12-06', 'on Dec. 6'],
])('Latin and numbers: %s is found in "%s"', (question, text) => expect(finds(question, text)).toBe(true));

test.each([
  ['road ', 'The roadmap for spring'],
  ['會計', '会议纪要'],
  ['東京', '京都'],
  ['map', 'The roadmap'],
  ['news ', 'something new'],
  ['iso9001', 'ISO 27001'],
  ['Dec 6', 'December 16'],
  ['12月6日', '12月16日'],
  ['who', 'the plan'],
  ['議決', '議を決める'],
  ['회사', '회의록'],
  ['회의', '회사 소개'],
  ['결과', '결재를 요청'],
  ['🎉', 'party 🎉'],
  ['、。!?', 'a、b。c'],
])('%s is not found in "%s"', (question, text) => expect(finds(question, text)).toBe(false));

test('tokens have original offsets, even if folding changes the length', () => {
  const text = '🎉 Ｃafe\u0301 ﾃﾞｰﾀ ㍿の會議 ' + '회의록을'.normalize('NFD') + ' 𠮷野家';
  const at = (term: string): string => {
    const token = tokenise(text).find((t) => t.term === term)!;
    return text.slice(token.start, token.end);
  };
  expect(at('cafe')).toBe('Ｃafe\u0301');
  expect(at('でー')).toBe('ﾃﾞｰ');
  expect(at('会议')).toBe('會議');
  expect(at('회의록')).toBe('회의록'.normalize('NFD'));
  expect(at('𠮷野')).toBe('𠮷野');
  for (const token of tokenise(text)) expect(token.end).toBeGreaterThanOrEqual(token.start);
});

test('emoji, punctuation and an empty text yield no tokens; a very long word is truncated', () => {
  expect(tokenise('')).toEqual([]);
  expect(tokenise('👩‍👩‍👧 🇯🇵 … — ！')).toEqual([]);
  expect(finds('a'.repeat(500), `x ${'a'.repeat(400)}`)).toBe(true);
});

test('words of scripts with vowel marks keep the marks', () => {
  expect(fold('हिन्दी').text).toBe('हिन्दी');
  expect(finds('ประชุม', 'รายงานประชุม')).toBe(true);
});
