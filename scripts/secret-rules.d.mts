interface Rule {
  readonly id: string;
  readonly entropy?: number;
  readonly keywords: readonly string[];
}

export declare function translate(source: string, fold?: boolean): string;

export declare function convertRules(toml: string): {
  readonly tokens: readonly (Rule & { readonly regex: string; readonly allow?: readonly string[] })[];
  readonly named: readonly (Rule & { readonly name: string; readonly value: string })[];
  readonly allow: readonly string[];
  readonly stopwords: readonly string[];
};
