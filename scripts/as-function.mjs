// The text of a file of dist/ from what the bundler made of it: a function that bin/memvault.js calls, and without what
// takes time at a start and could wait. Lines stay where they are as far as they can.

/** `chunk` as rolldown gives it, `output`: all that it gave. */
export function asFunction(chunk, output) {
  const isQuick = chunk.isEntry || isPath(chunk);
  const code = openWhereUsed(chunk.code);
  return `(function (exports, require, module, __filename, __dirname) { ${isQuick ? asAscii(chunk.isEntry ? fillWhenAsked(code, output) : inOneFile(code, output)) : code}\n})`;
}

/** The chunk of a quick verb (quick-chunks.mjs). */
const isPath = ({ type, name }) => type === 'chunk' && name.endsWith('-path');

/**
 * What node itself loads only when asked, and in milliseconds (node:crypto: two), is asked for where it is used and not
 * at the start. One that is handed on as a whole stays.
 */
function openWhereUsed(code) {
  return [...code.matchAll(/^let (node_\w+) = (require\("node:(?!fs"|path")[\w/]+"\));$/gm)].reduce(
    (text, [line, name, opened]) => {
      const rest = text.replace(line, '');
      return new RegExp(String.raw`\b${name}\b(?!\.)`).test(rest)
        ? text
        : rest.replaceAll(new RegExp(String.raw`(\bnew )?\b${name}\.`, 'g'), (_, made) =>
            made ? `new (${opened}).` : `${opened}.`,
          );
    },
    code,
  );
}

/**
 * What the program gives to other files is put together when the first of them asks, what the quick verbs do not need
 * when another does.
 */
function fillWhenAsked(code, output) {
  const quick = output
    .filter((file) => isPath(file))
    .flatMap((file) => [...file.code.matchAll(/\brequire_program\.([\w$]+)/g)].map(([, name]) => name));
  return code.replace(/\n(?:exports\.[\w$]+ = [\w$]+;\n*)+$/, (all) => {
    const lines = all.trim().split('\n');
    const isFirst = (line) => quick.includes(/^exports\.([\w$]+)/.exec(line)[1]);
    return [
      '',
      'module.fill = () => {',
      ...lines.filter(isFirst),
      'module.fill = () => {',
      ...lines.filter((line) => !isFirst(line)),
      'module.fill = undefined;',
      '};',
      '};',
      '',
    ].join('\n');
  });
}

/**
 * The few lines of the bundler's own that it keeps in a file, and plain values for getters: what our own modules export
 * never changes. All but modules as a whole, which the program asks for, is given when somebody else asks.
 */
function inOneFile(code, output) {
  return code
    .replaceAll(
      /Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/g,
      'exports.$1 = $2;',
    )
    .replace(/^const require_rolldown_runtime = require\("\.\/(rolldown-runtime-[\w-]+\.cjs)"\);$/m, (line, name) => {
      const runtime = output.find(({ fileName }) => fileName.endsWith(name));
      return `const require_rolldown_runtime = ((exports) => { ${runtime.code}return exports; })({});`;
    })
    .replace(/\n(?:exports\.[\w$]+ = [\w$]+;\n*)+$/, (all) => {
      const lines = all.trim().split('\n');
      const isWhole = (line) => /^exports\.\w+_exports /.test(line);
      return [
        '',
        ...lines.filter(isWhole),
        'module.fill = () => {',
        ...lines.filter((line) => !isWhole(line)),
        'module.fill = undefined;',
        '};',
        '',
      ].join('\n');
    });
}

/**
 * A text that is ASCII alone is read in a quarter of the time. In a raw template an escape would mean something else:
 * it becomes a plain text, or there is no build.
 */
function asAscii(code) {
  const plain = code.replaceAll(/\bString\.raw`((?:[^`$\\]|\$(?!\{)|\\[^`])*)`/g, (all, raw) =>
    isAscii(raw) ? all : JSON.stringify(raw),
  );
  if (/\braw`[^`]*[^\0-\x7F]/.test(plain))
    throw new Error('a raw template of a quick verb is not ASCII, as bin/memvault.js reads it');
  return plain.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const isAscii = (text) => !/[^\0-\x7F]/.test(text);
