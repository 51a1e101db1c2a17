// A limit on silence: work that shows progress may take all night, work that hangs may not.
import { MemvaultError } from '../model/errors.ts';
import type { Progress } from '../model/ports.ts';

/** Runs `work`; throws `model` when it neither ends nor reports progress for so many seconds. */
export async function withIdleTimeout<T>(
  seconds: number,
  progress: Progress,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: Error) => void = () => undefined;
  const silence = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        fail(
          new MemvaultError('model', `the engine was silent for ${seconds} seconds`, {
            hint: 'run the dream again, or give it more time with --timeout',
          }),
        ),
      seconds * 1000,
    );
  };
  restart();
  const watched: Progress = {
    update: (label, done, total) => {
      restart();
      progress.update(label, done, total);
    },
    end: () => progress.end(),
  };
  try {
    return await Promise.race([work(watched), silence]);
  } finally {
    clearTimeout(timer);
  }
}
