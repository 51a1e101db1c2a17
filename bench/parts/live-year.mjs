// Lives through a year, in a process of its own: node live-year.mjs MODULE OPTIONS REPORT. MODULE is test/year/year.ts as
// one file, OPTIONS are its own as JSON, and REPORT is the file that gets what came of it.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , module, options, report] = process.argv
const { liveYear } = await import(pathToFileURL(module).href)
const { nights, counts, tried } = await liveYear({ ...JSON.parse(options), say: (line) => void (process.env.MEMVAULT_YEAR_SAY !== undefined && process.stderr.write(`${line}\n`)) })
writeFileSync(report, JSON.stringify({ nights, counts, tried }))
