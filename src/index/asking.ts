// Statements that ask: their answer is likely the next one, and they themselves seldom are an answer.

/** The word that rows of such statements carry. */
export const ASKING = 'is:asking';

/** Does a statement end in a question, a remark in brackets and closing signs behind it aside? */
export function isAsking(text: string): boolean {
  let end = text.length;
  while (end > 0) {
    const sign = text.charAt(end - 1);
    if (sign === '?' || sign === '？' || sign === '؟') return true;
    if (sign === ']' && text.lastIndexOf('[', end - 1) >= 0) end = text.lastIndexOf('[', end - 1);
    else if (CLOSING.includes(sign)) end--;
    else return false;
  }
  return false;
}

const CLOSING = ' \t\n"\'”’)»」』!';
