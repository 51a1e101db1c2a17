// Which flags of a dream go with --plan, --apply and --redo, which only with a model, and what to type instead of those
// that do not.
import type { SettingFlag } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { type Values, usage } from './spec.ts';

/** Of an engine and how far it goes: a plan that was made holds its answers. */
const ENGINE = ['engine', 'model', 'set', 'max-days', 'timeout'] as const;

const AGAINST: readonly (readonly [flag: string, others: readonly string[], why: string, hint: string])[] = [
  [
    'plan',
    ['apply'],
    '--plan makes a plan and --apply carries one out',
    'say one of the two; --apply FILE --dry-run shows what a plan does',
  ],
  [
    'plan',
    ['undo'],
    '--plan is for a dream, not for taking one back',
    'to look first: memvault dream --undo --dry-run',
  ],
  [
    'plan',
    ['commit'],
    '--plan writes nothing but its file',
    'say it with --apply: memvault dream --apply FILE --commit',
  ],
  [
    'plan',
    ['batch'],
    '--plan asks nobody, whether a dream is due or not',
    'leave --batch out; --apply FILE carries the plan out, by night too',
  ],
  ['plan', ['dry-run'], '--plan writes nothing but its file, --dry-run not even that', 'say one of the two'],
  [
    'apply',
    ['undo', 'redo', 'since', 'retry', 'force'],
    'what --apply does is said in its file',
    'make another plan: memvault dream --plan FILE',
  ],
  [
    'apply',
    ENGINE,
    '--apply asks no engine: the answers are in its file',
    'make another plan with it: memvault dream --plan FILE',
  ],
  [
    'redo',
    ['undo', 'retry', 'batch'],
    '--redo proposes anew what was decided before, for a person to look at',
    'say --plan FILE, or --yes to accept',
  ],
];

/** Throws `usage`. */
export function checkPlanFlags(values: Values): void {
  for (const [flag, others, why, hint] of AGAINST) {
    const other = values[flag] === undefined ? undefined : others.find((one) => values[one] !== undefined);
    if (other !== undefined) throw usage(`--${flag} and --${other} do not go together: ${why}`, hint);
  }
  if (values['since'] !== undefined && values['redo'] === undefined)
    throw usage('--since is for --redo: a dream takes whatever is pending', 'memvault dream --redo --since DAY');
  if (values['redo'] !== undefined && values['since'] === undefined)
    throw usage('--redo needs a day to start from', 'such as --redo --since 2026-07-01, or --since 30d');
  if (values['redo'] !== undefined && values['force'] !== undefined && values['plan'] === undefined)
    throw usage(
      '--redo and --force do not go together: --force is for --batch and --plan',
      'say --plan FILE, or --yes to accept',
    );
  if (values['plan'] === '-' && values['json'] === true)
    throw usage(
      '--plan - prints the plan, and --json prints another document',
      'write the plan to a file, or leave --json out: a plan is JSON already',
    );
}

/** A model that is named but not asked is an error. `engine`: the one in force. Throws `usage`. */
export function checkModelFlags(typed: readonly SettingFlag[], engine: Settings['consolidate']['engine']): void {
  const isTyped = typed.some(({ key }) => key === 'consolidate.engine');
  const ofModel = typed.find(({ key }) => key.startsWith('models.'));
  if (ofModel !== undefined && engine === 'rules' && !isTyped)
    throw usage(
      `${ofModel.flag} needs --engine: the rules are in force, and ask no model`,
      'such as --engine ollama; memvault config set consolidate.engine ollama makes it the default',
    );
  const ofServer = typed.find(({ key }) => key === 'models.model' || key === 'models.url');
  if (ofServer !== undefined && engine === 'command')
    throw usage(
      `${ofServer.flag} is for a server: the engine command runs models.command as it is`,
      'give it to the program, in models.command',
    );
}
