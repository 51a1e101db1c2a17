// The two closed lists of completion: shells, and kinds of words that only a vault knows.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** `memvault completion --list KIND` prints them. */
export const LISTED = ['categories', 'tags', 'ids', 'projects', 'zones', 'pages', 'subjects'] as const;
export type Listed = (typeof LISTED)[number];
