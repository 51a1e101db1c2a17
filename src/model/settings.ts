// What the rooms may ask of the settings, once they are resolved: nested by stage, under the names
// that config.yaml uses. Where a value came from is no matter of theirs.
import type { FileStat } from './ports.ts';

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
  readonly extract: {
    /** Days after which what was read of a session is no longer kept. */
    readonly keep_sessions_days: number;
    /** Confidence below which nothing is taken from a conversation, 0 to 1. */
    readonly min_confidence: number;
    /** Facts that a model may give in one reading of a session. */
    readonly max_facts: number;
  };
  readonly consolidate: {
    /** `auto`: the model of `models.auto` where it answers, else the rules. */
    readonly engine: 'rules' | 'ollama' | 'openai' | 'command' | 'auto';
    /**
     * `wait`: what a model failed to decide stays pending for up to three nights. `rules`: the rules take it at once.
     */
    readonly on_model_failure: 'wait' | 'rules';
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
    /** Names of the vault's owner beside "User", parted by commas; null for none. */
    readonly owner: string | null;
    /** Do facts with a kind get the pages Profile and Timeline? */
    readonly profile: 'on' | 'off';
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
    /** Likeness, 0 to 1, from which a model is asked whether two claims say the same. */
    readonly near_duplicate: number;
    /**
     * Likeness, 0 to 1, from which, up to `near_duplicate`, it is asked whether one contradicts or replaces the other.
     */
    readonly contradiction: number;
    /** Whether a replacement that the rules would ask about is applied where a model agrees. */
    readonly apply_agreed: 'on' | 'off';
  };
  readonly retrieve: {
    /** Hits that a search shows. */
    readonly limit: number;
    /** Codes of languages whose words are brought to their stems. */
    readonly languages: readonly string[];
    /** Size in bytes that the recall log does not pass. */
    readonly recall_log_max_bytes: number;
    /** Which kind of server turns texts into vectors; `off`: none is asked. */
    readonly embeddings: 'off' | 'ollama' | 'openai';
    /** As its server names it; null for the usual one. */
    readonly embeddings_model: string | null;
    /** Address of the server; null for that of the environment, else of this machine. */
    readonly embeddings_url: string | null;
    /** What vectors count beside words, 0 to 1. */
    readonly embeddings_weight: number;
    /** Texts in one call. */
    readonly embeddings_batch: number;
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
  readonly inbox: {
    /** Whether a dream reads what lies there. */
    readonly nightly: 'on' | 'off';
    /** Folder that files go to which are no text, from the vault's root, with `/`; null leaves them. */
    readonly binaries: string | null;
    /** Size in bytes above which a text is left. */
    readonly max_bytes: number;
  };
  readonly lint: {
    /** Patterns of notes that lint looks at beside memvault's own pages. */
    readonly include: readonly string[];
    /** Patterns of notes that editorial rules leave alone; they win. */
    readonly exclude: readonly string[];
    /** Days between two lints of a nightly dream; 0 for none. */
    readonly every_days: number;
  };
  /**
   * What comes from a vault's own config counts only once the user trusted it: `command`, `prompts`, an `url` that is
   * not this machine's; so it is with `retrieve.embeddings_url`.
   */
  readonly models: {
    /** Which of the three `auto` asks. */
    readonly auto: 'ollama' | 'openai' | 'command';
    /** As its server names it; null where none is chosen. */
    readonly model: string | null;
    /** Address of the server; null for that of the environment, else of this machine. */
    readonly url: string | null;
    /** Program and arguments, without a shell; null for none. */
    readonly command: string | null;
    /** Folder with prompt files that take the place of memvault's, absolute or from the vault's root; null for none. */
    readonly prompts: string | null;
    /** Tokens of prompt and answer together. */
    readonly num_ctx: number;
    /** 0 to 2. */
    readonly temperature: number;
    /** Calls of one dream, at most. */
    readonly max_calls: number;
    /** Tokens of one dream, of prompts and answers, at most. */
    readonly max_tokens: number;
  };
}

// What reading the settings needs of the file system. The vault's room provides it; tests wrap it.

export interface SettingsFiles {
  /** Size and time of a file by its absolute path; null only where there is none. Throws on anything else. */
  stat(path: string): FileStat | null;
  /** The text of a file, its BOM included; null only where there is none. Throws on anything else. */
  read(path: string): string | null;
  /** Replaces a file at once (temporary file, then rename) and makes its folder. Throws where it cannot. */
  write(path: string, text: string): void;
}
