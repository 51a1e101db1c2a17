// What chrono reads in the few plain fragments that the English rules hand to it. Only the parsers of these: each of
// the others compiles patterns of thousands of alternatives, an eighth of a second in all, and never reads one.
import { casual, Chrono } from 'chrono-node/en';

const NEEDED: ReadonlySet<string> = new Set(['ENCasualDateParser', 'ENCasualTimeParser', 'ENWeekdayParser', 'ENTimeUnitAgoFormatParser', 'ENTimeUnitWithinFormatParser']);

const found = casual.parsers.filter((parser) => NEEDED.has(parser.constructor.name));

/** Reads `yesterday`, `last friday`, `3 days ago`, `in two weeks` as all of chrono would. */
export const plainDates = new Chrono({ parsers: found.length === NEEDED.size ? found : casual.parsers, refiners: casual.refiners });
