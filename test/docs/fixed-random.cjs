// Loaded before the program in examples of the documentation: random ids follow from the command line,
// so that an example shows the same ids each time it is run. The home folder is another each time.
function randomOf(args, home) {
  let state = 0
  for (const character of args.join(' ').replaceAll(home ?? '~', '~')) state = (Math.imul(state, 31) + character.codePointAt(0)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

module.exports = { randomOf }

// Not where a test only asks for the numbers of another command line.
if (process.env.NODE_OPTIONS?.includes('fixed-random.cjs')) Math.random = randomOf(process.argv.slice(2), process.env.HOME)
