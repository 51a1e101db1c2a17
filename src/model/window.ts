// How large the window of a model must be. Data only.

/**
 * Tokens of prompt and answer together: the instructions, the conventions of a vault, one fact with a few claims, and
 * an answer.
 */
export const LEAST_WINDOW = 4096;
