// What is no longer so: "no longer live in Ghent", "do not work at Google anymore", 不再喝酒了. Finds what it was; says
// nothing about whether that is worth telling. Pure.

export interface Ending {
  /** As it was: "live in Ghent". */
  readonly was: string;
  /** Said of what somebody is: "am vegan". */
  readonly isBe: boolean;
}

const NO_LONGER = /^(?<be>(?:am|are) )?no longer (?<was>.+)$/u;
const ANY_MORE =
  /^(?:do|(?<be>am|are)) not (?<was>.+?) (?:any ?more|any longer)(?<more> (?:since|after|because of|as of) .+)?$/u;
const ZH = /^(?:现在|已经|早就)?(?:再也不|不再?)(?<was>.+?)了?$/u;

/** Of the predicate of "I"; null where nothing ended. */
export function endingOf(predicate: string): Ending | null {
  const groups = (NO_LONGER.exec(predicate) ?? ANY_MORE.exec(predicate))?.groups;
  return groups?.was === undefined ? null : { was: `${groups.was}${groups.more ?? ''}`, isBe: groups.be !== undefined };
}

/** Of what follows 我: 不再住在北京, 不住在北京了. */
export function chineseEnding(rest: string): string | null {
  const was = /不再|再也不|了$/u.test(rest) ? ZH.exec(rest)?.groups?.was : undefined;
  return was === undefined || was === '' ? null : was;
}
