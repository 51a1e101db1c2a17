// Can this text hold a secret at all? Cheap, and loads nothing, so that `log` need not load the rules for most facts.
// What says no here is never looked at again: every rule must lie within this one.
import type { Statement } from '../../model/fact.ts';

/** Words behind which even a short value is a secret; and marks that are telling by themselves. */
const TELLING = /-----begin|:\/\/[^\s/@]{0,200}:[^\s/@]|pass|pwd|\bpw\b|\bpin\b|curl|phrase|mnemonic|kennwort|contrase|senha|парол|密[码碼钥鑰]|口令|私[钥鑰]|助[记記]|パスワード|暗証|비밀번호|암호/i;
/** Words behind which a value must look random. */
const NAMING = /secret|token|cred|auth|key|code|令牌|凭[证據据]/i;
/** One piece of anything that a token is made of. */
const PIECES = /[\w~+=-]{12,}/g;
const ALONE = 15;
const WITHOUT_DIGIT = 30;

/** True where `findSecrets` may find something. */
export function mayHoldSecret(text: string): boolean {
  if (TELLING.test(text)) return true;
  const pieces = text.match(PIECES);
  if (pieces === null) return false;
  const enough = NAMING.test(text) ? 0 : ALONE;
  return pieces.some((piece) => piece.length >= enough && (piece.length >= WITHOUT_DIGIT || /\d/.test(piece)));
}

export type Searched = Pick<Statement, 'text' | 'tags' | 'fields'>;

/** Everything of a statement that a page, a search or a prompt would show. */
export function partsOf({ text, tags, fields }: Searched): string[] {
  return [text, ...tags, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)];
}
