// The file that a quick verb starts from: a head, the texts of the files that it always needs as one list of functions,
// and V8's compiled code of it, behind each other. bin/memvault.js reads it in one go; of code it may hold none.
const HEAD = 512;

/** `files`: paths below dist/, the program first; `text`: of all of them, in ASCII. */
exports.renderStart = (files, text, code) => {
  const end = (HEAD + text.length + 7) & ~7;
  const head = `${end + code.length} ${text.length} ${files.join(' ')}`.padEnd(HEAD);
  if (head.length > HEAD) throw new Error('the head of a start file is too long');
  return Buffer.concat([Buffer.from((head + text).padEnd(end), 'latin1'), code]);
};

/** The same file with this code. */
exports.withCode = (bytes, code) => {
  const [, length, ...files] = bytes.latin1Slice(0, HEAD).trimEnd().split(' ');
  return exports.renderStart(files, bytes.latin1Slice(HEAD, HEAD + Number(length)), code);
};

/** What code is good for: one executable. */
exports.markOf = ({ size, mtimeMs }) => `${process.version}-${process.arch}-${size}-${mtimeMs}`;
