// A turn as sentences that the person may have meant: without code, quoted lines, pasted output and texts that are
// only handed over to be worked on. Pure; judges no statement.

const FENCE = /^\s*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\s*\1[^\n]*$|$(?![\s\S]))/gmu;
/** Lines of a program, a shell, a difference, a table, a stack, a quotation. */
const NO_TALK = /^(?:\s*>|\t| {4,}\S|\s*[$%#|+@]|\s*-{2,}|\s*at \S+ \(|\s*(?:const|let|var|import|export|function|def|class|return|public|private|from \S+ import|npm|pnpm|git|SELECT|INSERT) \S+.*[({;=]|.*[{};]\s*$|\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\s*(?:\[?(?:INFO|WARN|ERROR|DEBUG|TRACE)\b)|\s*<\/?[\w-]+[^<>]*>)/u;
/** What follows is somebody's text, to be worked on, or a part to be played. */
const HANDED = /\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|grammar|correct (?:this|the following|my)|improve (?:this|the following|my (?:text|essay|letter|email|cv|resume))|write (?:me )?(?:an? |the |some )?(?:[\w-]+ ){0,3}(?:story|poem|song|essay|letter|email|mail|bio|speech|dialogue|script|post|tweet|sample|example|review|scene|monologue|cover letter)|fill in|continue the|role-?play|pretend|act as|you are an?|play the (?:part|role)|in the voice of|from the perspective of|as an example|for example|e\.g\.)\b|翻译|润色|改写|扮演|假装|假设你|写一[篇封首段个]|总结一下|纠正/iu;
/** A list of one's own follows, and no text of another. */
const OF_ONESELF = /\b(?:about (?:me|myself|us)|facts?|remember|notes?|preferences?|rules?|setup|conventions?|decided|decisions?|I (?:am|like|love|have|use|want|prefer)|constraints?|requirements?|background|context)\b|关于我|记住|我的|规定|决定/iu;
const JOKE = /\b(?:just kidding|jk|kidding|just joking|i joke|joking aside|\/s)\b|开玩笑|逗你|骗你的/iu;
const LAUGHED = /\b(?:lol|lmao|rofl)\b|哈哈哈/iu;
const STAGE = /\[[^\]\n]{0,300}\](?!\()|<[^<>\n]{0,200}>|https?:\/\/\S+/gu;
const END = /[.!?…。！？]+["'”’)\]]*(?=\s|$|[\p{Script=Han}「“])|[\p{Extended_Pictographic}\u{FE0F}]+|\n+/gu;
const SHORT = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|approx|No|[A-Z])\.$/u;
const LONGEST = 600;

/** The sentences of a turn in order, each as it was said; none of a turn that jokes or hands over a text. */
export function sentencesOf(text: string): string[] {
  if (JOKE.test(text)) return [];
  const talk = text.replace(FENCE, '\n').split('\n').filter((line) => !NO_TALK.test(line)).join('\n').replace(STAGE, '\n');
  const sentences: string[] = [];
  for (const sentence of cut(talk)) {
    // What comes after may be the text of another.
    if (HANDED.test(sentence) || (/[:：]$/u.test(sentence) && !OF_ONESELF.test(sentence))) break;
    if (sentence.length <= LONGEST && !LAUGHED.test(sentence)) sentences.push(sentence);
  }
  return sentences;
}

function cut(talk: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    const sentence = talk.slice(start, end).trim().replace(/^[-*•]\s+/, '');
    if (sentence !== '') sentences.push(sentence);
    start = end;
  };
  for (const match of talk.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && SHORT.test(talk.slice(start, end))) continue;
    take(end);
  }
  take(talk.length);
  return sentences;
}

const SPOKEN = /["“「『][^"”」』]*(?:[.!?。！？,，]|\b(?:I|you|we)\b|[我你])[^"”」』]*["”」』]/u;
const REPORT = /\b(?:said|says|told (?:me|us|him|her|them)|asked|quote|according to|quoted|goes like|lyrics?|once wrote)\b|(?:他|她|他们|她们|医生|老板|妈妈|爸爸|朋友|同事|书上|据说|听说|有人)(?:们)?(?:说|问|觉得|认为|告诉)/iu;

/** Words of another, or of nobody: a quotation or a report. */
export function isQuoted(sentence: string): boolean {
  return SPOKEN.test(sentence) || REPORT.test(sentence) || /^["“「『'‘].*["”」』'’][.!?。！？]?$/u.test(sentence);
}

const ASKS = /[,，;；:：.–—-]\s*(?:(?:and|but|so|or|then)\s+)?(?:what|how|why|when|where|who|which|whose|can|could|do|does|did|is|are|am|will|would|should|shall|may|any|have|has|right|ok|okay|don['’]t|isn['’]t|aren['’]t|tell me|help me|please)\b.*$|[,，；;]\s*(?:[^,，；;]*(?:吗|呢|什么|怎么|哪|谁|几|多少|为什么|能不能|可不可以|是不是|有没有|该|请)[^,，；;]*)$/iu;

/** The part of a sentence that states: all of it, what stands before its question, or nothing. */
export function statedPart(sentence: string): string {
  if (!/[?？]["'”’)\]]*$/u.test(sentence)) return sentence;
  const stated = sentence.replace(ASKS, '');
  return stated === sentence || !/^(?:(?:hi|hey|hello|ok|so|well|also)[,!]? )?(?:I|we|my)\b|^我/iu.test(stated) ? '' : stated;
}
