// What the next dream does about a finding, as its fix says it.

export const DREAM_RECORDS = 'memvault dream records it';
export const DREAM_SETTLES = 'memvault dream settles it';
