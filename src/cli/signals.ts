// How signals end the program: running work is asked to stop; a signal during a question, or a second signal, ends the
// program at once. Cleanup runs in either case.
import type { Cancel } from '../model/ports.ts';

/** Exit statuses as a shell reports them, for a stop by a person, by the parent program, and by a closed terminal. */
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type EndingSignal = keyof typeof STATUS;

interface Host {
  on(signal: EndingSignal, listener: () => void): void;
  /** Called before the program exits, except on a kill. Must not wait for anything. */
  onExit(listener: () => void): void;
  exit(status: number): void;
  /** Monotonic milliseconds. */
  elapsed(): number;
}

export interface Ending {
  /** From now on, a signal is reported here first. Only the latest one gets it: a command may run several dreams. */
  cancellable(): Cancel;
  /** Runs `work` if the program ends in the meantime; returns a function that cancels this. */
  atEnd(work: () => void): () => void;
  /**
   * Nothing is in progress while a person is asked, so a signal ends the program. `ownsInterrupt`: Ctrl-C belongs to
   * another program in the meantime.
   */
  whileAsking<T>(work: () => Promise<T>, ownsInterrupt?: boolean): Promise<T>;
  /** The signal's status if a signal stopped the program, else `status`. */
  statusOf(status: number): number;
}

/**
 * `timeout` signals a program and then its process group, and so does a closed terminal. Two signals within this time
 * count as one.
 */
const TWICE_MS = 250;

export function createEnding(host: Host): Ending {
  const works = new Set<() => void>();
  const asking: { readonly ownsInterrupt: boolean }[] = [];
  let cancel: { requested: boolean; readonly abort: AbortController } | null = null;
  let heard: { readonly signal: EndingSignal; readonly at: number } | null = null;
  let isListening = false;

  function hear(signal: EndingSignal): void {
    const at = host.elapsed();
    if (asking.length > 0) {
      if (signal !== 'SIGINT' || !asking.some(({ ownsInterrupt }) => ownsInterrupt)) host.exit(STATUS[signal]);
      return;
    }
    if (heard !== null && at - heard.at < TWICE_MS) return;
    if (cancel === null || cancel.requested) return host.exit(STATUS[signal]);
    heard = { signal, at };
    cancel.requested = true;
    cancel.abort.abort();
  }

  function listen(): void {
    if (isListening) return;
    isListening = true;
    for (const signal of Object.keys(STATUS) as EndingSignal[]) host.on(signal, () => hear(signal));
    host.onExit(() => {
      for (const work of [...works].reverse()) work();
    });
  }

  return {
    cancellable: () => {
      listen();
      const abort = new AbortController();
      const state = { requested: false, abort, signal: abort.signal };
      cancel = state;
      return state;
    },
    atEnd: (work) => {
      listen();
      works.add(work);
      return () => void works.delete(work);
    },
    whileAsking: async (work, ownsInterrupt = false) => {
      listen();
      // The sender is not there to answer.
      if (heard !== null && heard.signal !== 'SIGINT') host.exit(STATUS[heard.signal]);
      const one = { ownsInterrupt };
      asking.push(one);
      try {
        return await work();
      } finally {
        asking.splice(asking.indexOf(one), 1);
      }
    },
    statusOf: (status) => (status === STATUS.SIGINT && heard !== null ? STATUS[heard.signal] : status),
  };
}
