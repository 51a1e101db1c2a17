// What a change of the index publishes: loaded where it does.
export { publish } from './publish.ts';
export { nextSegments } from './tiers.ts';
