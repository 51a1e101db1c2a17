// Loaded before the program: at its end it writes what the process used.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.MEMVAULT_BENCH_USAGE, JSON.stringify(process.resourceUsage())));
