// The results of a run for people: one line a measurement, in Markdown.

const HEAD = ['', 'what', 'result', 'target', 'met'];
/** Between these a document has its table of results. */
const BEGIN = '<!-- results -->\n';
const END = '<!-- end of results -->';

export function renderTable(machine, rows) {
  return [
    `Node ${machine.node}, ${machine.platform}, ${machine.cpus} × ${machine.model}, ${machine.memoryGB} GB`,
    '',
    render(rows.map(cellsOf)),
  ].join('\n');
}

/**
 * A document with the results of `rows` in its table, in the place of those that the same benchmarks had. `order` is
 * that of all benchmarks.
 */
export function putInto(document, rows, order) {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin)
    throw new Error(`there is no place for results: a document marks it by ${BEGIN.trim()} and ${END}`);
  const fresh = new Set(rows.map(({ bench }) => bench));
  const kept = document
    .slice(begin + BEGIN.length, end)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([bench]) => !fresh.has(bench));
  const all = [...kept, ...rows.map(cellsOf)].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return `${document.slice(0, begin + BEGIN.length)}\n${render(all)}\n\n${document.slice(end)}`;
}

const cellsOf = ({ bench, what, value, unit, most, holds, note = '' }) => [
  bench,
  what,
  value === null ? note : show(value, unit),
  most === undefined ? '' : `≤ ${show(most, unit)}`,
  holds === null ? '' : holds ? 'yes' : 'NO',
];

function render(lines) {
  const table = [HEAD, ...lines];
  const widths = HEAD.map((_, column) => Math.max(3, ...table.map((line) => line[column].length)));
  const line = (cells) =>
    `| ${cells.map((cell, column) => (column === 2 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  const [head, ...body] = table.map(line);
  return [head, rule, ...body].join('\n');
}

function show(value, unit) {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit === '' ? '' : ` ${unit}`}`;
}
