// The results of a run for people: one line a measurement, in Markdown.

export function renderTable(machine, rows) {
  const lines = rows.map(({ bench, what, value, unit, most, holds }) => [bench, what, show(value, unit), most === undefined ? '' : `≤ ${show(most, unit)}`, holds === null ? '' : holds ? 'yes' : 'NO'])
  const table = [['', 'what', 'result', 'target', 'met'], ...lines]
  const widths = table[0].map((_, column) => Math.max(3, ...table.map((line) => line[column].length)))
  const render = (line) => `| ${line.map((cell, column) => (column === 2 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  const [head, ...body] = table.map(render)
  return [`Node ${machine.node}, ${machine.platform}, ${machine.cpus} × ${machine.model}, ${machine.memoryGB} GB`, '', head, rule, ...body].join('\n')
}

function show(value, unit) {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`
}
