// What a model found in a text, once it was held against the text. Nouns only.

export interface Said {
  /** In the model's own words; null where only the quote bears what it said. */
  readonly text: string | null;
  /** Word for word from the text. */
  readonly quote: string;
}

export interface PageName {
  /** From the vault's root. */
  readonly page: string;
  readonly title: string;
}

export interface Reading {
  readonly claims: readonly Said[];
  readonly methods: readonly Said[];
  /** What the vault says otherwise, on which page. */
  readonly against: readonly (PageName & { readonly quote: string })[];
  readonly related: readonly PageName[];
}
