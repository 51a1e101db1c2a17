// What a model finds in the texts of the inbox, where one is to be had, and what it cost since the last run.
import type { ModelReader } from '../llm/asks.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { View } from '../vault/view.ts';
import { readByModel } from './ask.ts';
import type { Extract } from './extract.ts';
import { makeKnown } from './known.ts';
import type { Reading } from './reading.ts';

/** The engine that is named where no model read a text. */
export const EXTRACT = 'extract/1';

export interface ByModelDeps {
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that say what was forgotten. */
  readonly maySay: (text: string) => boolean;
  /** What reads texts; null: no model does. Called once there is a text to read. */
  readonly model: () => Promise<ModelReader | null>;
}

/** What was found in a text; `reading` is null where no model found anything that holds. */
export interface FoundByModel {
  readonly reading: Reading | null;
  readonly engine: string;
}

export class ByModel {
  /** What was not read or not taken, each a sentence for a person. */
  readonly notices: string[] = [];
  private readonly deps: ByModelDeps;
  private readonly known: ReturnType<typeof makeKnown>;
  private stopped = false;
  private told = NO_USAGE;
  private spent = NO_USAGE;

  /** `view`: the vault that texts are held against. */
  constructor(deps: ByModelDeps, view: View) {
    this.deps = deps;
    let known: ReturnType<typeof makeKnown> | null = null;
    this.known = (passages) => (known ??= makeKnown(view, deps.terms))(passages);
  }

  /** Null where it was stopped; then nothing more is to be read. */
  async read({ title, passages }: Extract): Promise<FoundByModel | null> {
    const { terms, maySay } = this.deps;
    const model = await this.deps.model();
    if (model === null) return { reading: null, engine: EXTRACT };
    const { reading, notices, stopped } = await readByModel({
      title,
      passages,
      known: this.known(passages),
      system: model.system,
      asks: model.asks,
      terms,
      maySay,
    });
    this.spent = model.usage();
    this.notices.push(...notices);
    this.stopped ||= stopped;
    if (stopped) return null;
    return { reading, engine: reading === null ? EXTRACT : model.name };
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Was it asked since its cost was told? */
  get wasAsked(): boolean {
    return this.spent.calls > this.told.calls;
  }

  /** What it cost since this was asked last. */
  tellCost(): Usage {
    const { told, spent } = this;
    this.told = spent;
    return { calls: spent.calls - told.calls, tokens: spent.tokens - told.tokens };
  }
}
