// What the rooms may ask of the settings, once they are resolved: nested by stage, under the names
// that config.yaml uses. Where a value came from is no matter of theirs.

export interface Settings {
  readonly write: {
    /** Folder of the daily logs, from the vault's root, with `/`. */
    readonly daily_dir: string;
    /** IANA name, or null for the system's zone. */
    readonly timezone: string | null;
    /** Folder names of the six zones. */
    readonly zones: {
      readonly inbox: string;
      readonly projects: string;
      readonly wiki: string;
      readonly personal: string;
      readonly assets: string;
      readonly archives: string;
    };
  };
  readonly consolidate: {
    readonly engine: 'rules';
    /** Pending facts from which a nightly dream runs. */
    readonly min_facts: number;
    /** Days after which the oldest pending fact makes it run anyway. */
    readonly max_wait_days: number;
    /** Pending days in one batch. */
    readonly max_days: number;
    /** Seconds without progress, not seconds in all. */
    readonly timeout_seconds: number;
    /** Claims on one page before new ones fill its parts. */
    readonly claims_per_page: number;
    /** Facts about a named subject from which it gets its own page. */
    readonly entity_facts: number;
  };
  readonly dream: {
    /** Clone id or host name of the one that dreams by night; null for any. */
    readonly host: string | null;
  };
  readonly review: {
    /** New reviews that a nightly dream asks for, at most. */
    readonly nightly: number;
    /** The same for a person's dream, and for one that catches up. */
    readonly catch_up: number;
  };
  readonly retrieve: {
    /** Hits that a search shows. */
    readonly limit: number;
    /** Size in bytes that the recall log does not pass. */
    readonly recall_log_max_bytes: number;
  };
  readonly maintain: {
    /** Journals of runs that this clone keeps. */
    readonly keep_runs: number;
    /** Whether what nobody looks at fades. */
    readonly fade: 'on' | 'off';
    /** Days without a recall after which it begins to. */
    readonly fade_after_days: number;
    /** The part of its confidence that a fact then loses a day, 0 to 1. */
    readonly fade_per_day: number;
    /** Below this confidence it has faded, 0 to 1. */
    readonly fade_below: number;
    /** Categories and kinds that do not fade. */
    readonly fade_never: readonly string[];
  };
}
