// How signals end the program: whoever works is asked to stop, whoever waits for a person, or was asked before, ends at
// once. What must not stay behind is seen to in either case.
import type { Cancel } from '../model/ports.ts';

/**
 * A stop by a person, by whoever started the program, and by a terminal that is closed; with the status that a shell
 * gives.
 */
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type EndingSignal = keyof typeof STATUS;

interface Host {
  on(signal: EndingSignal, listener: () => void): void;
  /** Called before the program is gone, however it ends but for a kill. Nothing can be waited for in it. */
  onExit(listener: () => void): void;
  exit(status: number): void;
  /** Milliseconds that only go forward. */
  elapsed(): number;
}

export interface Ending {
  /**
   * From here on a signal is reported there first. The one that was asked for last hears it: a person may go through
   * several dreams of one command.
   */
  cancellable(): Cancel;
  /** Sees to it where the program ends meanwhile; gives the way to call that off. */
  atEnd(work: () => void): () => void;
  /**
   * While a person is asked nothing is under way, so a signal ends all. `ownsInterrupt`: Ctrl-C is another program's
   * then.
   */
  whileAsking<T>(work: () => Promise<T>, ownsInterrupt?: boolean): Promise<T>;
  /** That of the signal which stopped the program, where one did. */
  statusOf(status: number): number;
}

/**
 * `timeout` signals a program and then the group that it is in, a closed terminal does likewise: that is asking once.
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
      // Who sent it is not there to answer.
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
