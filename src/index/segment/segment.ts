// The segments of the index, for everybody outside this folder: how they are built, opened, read as one, merged.
export { buildSegment } from './build.ts';
export { isWhole } from './checksum.ts';
export { CorruptSegment } from './corrupt.ts';
export { memoryFile } from './memory.ts';
export { mergeSegments } from './merge.ts';
export { openSegment, type Segment } from './open.ts';
export { tablesOver } from './tables.ts';
