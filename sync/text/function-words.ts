/**
 * Function words: particles, pronouns, question words, forms of address, requests. A document without them still
 * answers a question. Hiragana needs no list: words that Japanese writes in it beside other characters are function
 * words.
 */
import { fold } from './fold';

const ENGLISH = `a an the this that these those of for from in on at to by with without into about as and or but nor not no is are was were be been being am do does did done
  has have had having can could will would shall should may might must i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  who whom whose what when where which why how there here if then than so too also just only ever any some all much many more most very still yet again please
  s t d ll re ve im dont didnt whats wheres whos get got go going went let make made need want know find show tell say said thing things stuff one ones last next
  mr mrs ms miss dr prof sir madam vs per via regarding re etc same up out off`;

const CHINESE = `的 了 着 过 在 和 与 跟 及 或 是 有 没 没有 有没有 不 不是 是不是 就 都 也 还 又 再 很 太 更 最 吗 呢 吧 啊 呀 嘛 把 被 给 对 向 从 到 由 于 为 以 之 其 而 但 因为 所以 如果 要 想 会 能 可 可以 应该 需要
  能不能 可不可以 要不要 会不会 我 你 您 他 她 它 我们 你们 他们 咱们 咱 大家 自己 这 那 哪 这个 那个 哪个 哪些 这些 那些 这里 那里 哪里 哪儿 哪 哪一 哪天 这次 那次 上次 什么 什么时候 甚么 啥 怎么 怎样 怎么样 如何 为什么 为何 何时 何地 谁 几 几个 几点 几天 多少 多久 多大
  哪一台 哪一天 哪一个 哪位 一个 一下 一些 一点 个 位 些 次 件 关于 有关 相关 比较 好 请 请问 帮 帮我 找 查 看 看看 说 说的 是否 里 里面 上 下 中 内 外 前 后 时 时候 的话 事 事情 那份 那篇 这份 这篇 份 篇 先生 女士 小姐 老师 经理 总 太太 同学 阁下 一 天 台 钱 
  原因 方法 情况 东西 款 种 条 只 张 一次 一台 一天 一款 一种 几款 几种 几台 几次 每次 了吗 过吗 出来 起来 下来 回来 开 买 用 去 来 做 谁 投了 了什么`;

const JAPANESE = `何 誰 何時 何処 何箱 何人 何枚 何個 何回 何日 何月 何故 何の 様 氏 君 殿 先生 件 事 物 時 方 為 等 的 頃 前 後 中 内 上 下 所 者 用 際 点 分 他 各 御 今 先 次 私 我々 教 下さい 欲 言 思 見 知 出 行 来 有 無 在
  原因 理由 方法 話 部長 課長 社長 係長 主任`;

const KOREAN = `그 이 저 그거 이거 저거 그것 이것 저것 것 거 게 건 걸 수 때 등 및 또 또는 그리고 하지만 안 못 잘 더 좀 다 한 할 된 될 하는 했던 했는지 해 해야 했어 했나 하나 하나요 하나요 되는 됐나 돼 있는 있나 있나요 없는 있어 없어 있었 관련 관한 대한 대해 대해서 위한 위해 따른
  언제 언제까지 언제부터 어디 어디서 어디에 어디에서 누구 누가 누구랑 뭐 뭐가 뭐라고 뭐였지 무엇 무엇을 무슨 어떤 어떻게 왜 몇 몇개 몇시 며칠 얼마 얼마나 얼마였지 얼마야 얼만지 이유 원인 방법 우리 저희 제 내 나 너 님 씨 선생님 대표님 대표 부장님 과장님 대리님 사장님 팀장님 팀장 부장 과장 대리 차장 사장
  알려줘 알려 알려야 찾아줘 찾기 보여줘 해줘 주세요 해주세요 입니까 인가요 인지 그때 지난 지난번 이번 다음 개 명 번 건 하기 하려면`;

const listed = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');

let known: Set<string> | undefined;

/** Korean question words take many endings: 어디였더라, 얼마였지. */
const KOREAN_QUESTION = /^(?:어디|언제|누구|무엇|얼마|어떻게|몇)/;

/** Whether a folded word is a function word. */
export const isFunctionWord = (word: string): boolean =>
  KOREAN_QUESTION.test(word) ||
  (known ??= new Set([ENGLISH, CHINESE, JAPANESE, KOREAN].flatMap(listed).map((each) => fold(each).text))).has(word);
