// What a change of the index publishes: loaded where it does.
export { nextSegments, publish } from './publish.ts';
