// Claims that cite several facts: of these the columns of the index say no more than what the newest says.

/** The word that rows of such claims carry. */
export const SEVERAL = 'is:several';
