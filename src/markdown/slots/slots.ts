// What a statement says of something that has one value at a time (a slot), and what a newer statement is
// to an older one. Pure; it never decides by likeness, and says nothing where it is not sure.
export { parseSlot, parseTurns } from './parse-slot.ts';
export { parseSwitch } from './switch.ts';
export { judge, judgeSlots } from './judge.ts';
export { decidePair } from './decide-pair.ts';
export { plainNegation, plainSlot } from './negation.ts';
export { statementCore } from './core.ts';
export { formKey, statementKey } from './equal.ts';
export { isCorrection, statementWithoutLabel } from './correction.ts';
export { corrects } from './corrects.ts';
export type { Judged, Slot, Verdict } from './types.ts';
