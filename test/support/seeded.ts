// fast-check with one seed for all properties: what stands in for it where a run must be the same as the last
// (MEMVAULT_SEED, as in .ci/run). Everywhere else each run draws its own cases.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

fc.configureGlobal({ seed: Number(process.env.MEMVAULT_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
