// Progress on stderr, only at a terminal and only for work that takes over a second. One line, erased at the end; on
// terminals that cannot redraw, an occasional line that stays.
import { own } from '../../model/controls.ts';
import type { Progress } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import type { Answer, World } from '../../tasks/context.ts';
import { isPlain } from './prompts.ts';
import { fit } from './face.ts';

const PATIENCE_MS = 1000;
const STEP_MS = 100;
/** For screen readers. */
const PLAIN_STEP_MS = 15_000;
/** Estimates before this are unreliable. */
const ESTIMATE_MS = 5000;

export function makeProgress(
  world: Pick<World, 'stderr' | 'env'>,
  answer: Pick<Answer, 'quiet' | 'json'>,
  now: () => number = Date.now,
): Progress {
  if (answer.quiet || answer.json || !world.stderr.isTerminal) return { update: () => undefined, end: () => undefined };
  const plain = isPlain(world.env);
  const eraseLine = own('\r\u001B[K');
  const begin = now();
  let shown = -Infinity;
  let isDrawn = false;
  return {
    update: (label, done, total, tokens) => {
      const at = now();
      if (at - begin < PATIENCE_MS || at - shown < (plain ? PLAIN_STEP_MS : STEP_MS)) return;
      shown = at;
      isDrawn = !plain;
      const line = renderProgress({
        label,
        done,
        total,
        ...(tokens === undefined ? {} : { tokens }),
        elapsedMs: at - begin,
      });
      world.stderr.write(plain ? `${line}\n` : `${eraseLine}${fit(line, world.stderr.columns - 1)}`);
    },
    end: () => {
      if (isDrawn) world.stderr.write(eraseLine);
      isDrawn = false;
    },
  };
}

interface ProgressState {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly tokens?: number;
  readonly elapsedMs: number;
}

/** `asking qwen3:8b: Work, 3 of 12 facts, 8,200 tokens, about 4 minutes left`. With `tokens` the items are facts. */
export function renderProgress({ label, done, total, tokens, elapsedMs }: ProgressState): string {
  const left =
    total > 0 && done > 0 && done < total && elapsedMs >= ESTIMATE_MS
      ? `, about ${renderDuration((elapsedMs / done) * (total - done))} left`
      : '';
  const count = total === 0 ? '' : tokens === undefined ? ` ${done}/${total}` : `, ${done} of ${plural(total, 'fact')}`;
  return (
    `${label}${count}` +
    (tokens === undefined || tokens === 0 ? '' : `, ${tokens.toLocaleString('en-US')} tokens`) +
    left
  );
}

/** Rounded, since it is an estimate. */
export function renderDuration(ms: number): string {
  const exact = Math.max(1, Math.round(ms / 1000));
  const seconds = exact < 10 ? exact : Math.round(exact / 5) * 5;
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.round(exact / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? plural(hours, 'hour') : `${plural(hours, 'hour')} ${plural(rest, 'minute')}`;
}
