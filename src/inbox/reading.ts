// What a model found in a text and the text bears out. Types alone.

/** One thing that the text says. */
export interface Said {
  /** In the model's own words; null where the quote is to stand alone. */
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
  /** Quotes that speak against a page of the vault. */
  readonly against: readonly (PageName & { readonly quote: string })[];
  /** Pages that the text has to do with. */
  readonly related: readonly PageName[];
}
