// The curves of a run as a picture: facts to the right, milliseconds upwards, both by powers of ten. SVG by hand,
// readable in the light and in the dark, each line named at its end. What goes over days is drawn by panels.mjs.
import { renderPanels } from './panels.mjs';

const SIZE = { width: 800, height: 440, left: 56, right: 224, top: 44, bottom: 52 };
const LINE_HEIGHT = 17;
/** Light and dark, in the order of the lines. */
const COLOURS = [
  ['#0969da', '#58a6ff'],
  ['#57606a', '#8b949e'],
  ['#bc4c00', '#f0883e'],
  ['#8250df', '#bc8cff'],
  ['#1a7f37', '#3fb950'],
  ['#bf3989', '#f778ba'],
];
const FIRST = 'memvault';

/**
 * The picture of rows that name a `line`, a number of `facts` and milliseconds, else of those that have a `curve` over
 * days. Throws where there are none.
 */
export function renderPicture(rows) {
  const lines = linesOf(rows);
  if (lines.length === 0 && rows.some(({ curve }) => curve !== undefined)) return renderPanels(rows);
  if (lines.length === 0) throw new Error('there is nothing to draw: only the cases search and year have curves');
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(({ facts }) => facts),
    SIZE.left,
    SIZE.width - SIZE.right,
  );
  const y = scale(
    points.map(({ value }) => value),
    SIZE.height - SIZE.bottom,
    SIZE.top,
  );
  const ends = spread(lines.map((line) => y.at(line.points.at(-1).value)));
  const body = [
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text x="${SIZE.left - 8}" y="${y.at(tick) + 4}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<line class="grid" x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${SIZE.top}" y2="${SIZE.height - SIZE.bottom}"/><text x="${x.at(tick)}" y="${SIZE.height - SIZE.bottom + 20}" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
    ),
    `<text x="${(SIZE.left + SIZE.width - SIZE.right) / 2}" y="${SIZE.height - 12}" text-anchor="middle">facts in the vault</text>`,
    `<text x="16" y="24">one search from a cold start, milliseconds</text>`,
    ...lines.map((line, at) => renderLine(line, at, x, y, ends[at])),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-labelledby="title">\n<title id="title">${escape(describe(lines))}</title>\n${style(lines.length)}\n<rect class="paper" width="100%" height="100%"/>\n${body.join('\n')}\n</svg>\n`;
}

function linesOf(rows) {
  const lines = new Map();
  for (const { line, facts, value } of rows)
    if (line !== undefined && value !== null) lines.set(line, [...(lines.get(line) ?? []), { facts, value }]);
  return [...lines]
    .sort(([a], [b]) => Number(b === FIRST) - Number(a === FIRST))
    .map(([name, points]) => ({ name, points: points.sort((a, b) => a.facts - b.facts) }));
}

function renderLine({ name, points }, at, x, y, end) {
  const places = points.map(({ facts, value }) => `${x.at(facts)},${y.at(value)}`);
  const last = points.at(-1);
  const right = x.at(last.facts);
  const dots = places
    .map((place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="3"/>`)
    .join('');
  const label = SIZE.width - SIZE.right + 18;
  return `<g class="l${at}"><polyline points="${places.join(' ')}"/>${dots}<line class="lead" x1="${right + 5}" y1="${y.at(last.value)}" x2="${label - 4}" y2="${end}"/><text x="${label}" y="${end + 4}">${escape(name)} ${show(last.value)}</text></g>`;
}

/** By powers of ten, with all numbers inside; ticks at 1 of each power, or at 1, 2 and 5 where there would be few. */
function scale(numbers, from, to) {
  const low = Math.log10(Math.min(...numbers) * 0.9);
  const high = Math.log10(Math.max(...numbers) * 1.1);
  const at = (number) => Math.round((from + ((Math.log10(number) - low) / (high - low)) * (to - from)) * 10) / 10;
  const powers = Array.from(
    { length: Math.ceil(high) - Math.floor(low) + 1 },
    (_, index) => 10 ** (Math.floor(low) + index),
  );
  const within = (ticks) => ticks.filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
  const wide = within(powers);
  return { at, ticks: wide.length > 2 ? wide : within(powers.flatMap((power) => [power, 2 * power, 5 * power])) };
}

/** The same heights, moved apart so that a line of text fits between two. */
function spread(heights) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  for (const [at, index] of order.entries())
    if (at > 0) moved[index] = Math.max(moved[index], moved[order[at - 1]] + LINE_HEIGHT);
  let limit = SIZE.height - SIZE.bottom;
  for (const index of [...order].reverse()) {
    moved[index] = Math.min(moved[index], limit);
    limit = moved[index] - LINE_HEIGHT;
  }
  return moved;
}

function style(count) {
  const rules = (dark) =>
    Array.from(
      { length: count },
      (_, at) =>
        `.l${at} text,.l${at} circle{fill:${COLOURS[at % COLOURS.length][dark]}}.l${at} polyline,.l${at} .lead{stroke:${COLOURS[at % COLOURS.length][dark]}}`,
    ).join('');
  return `<style>text{font:13px system-ui,sans-serif;fill:#57606a}polyline{fill:none;stroke-width:1.5}.l0 polyline{stroke-width:3}.l0 text{font-weight:600}.lead{stroke-width:.5}.grid{stroke:#d0d7de;stroke-width:.5}.paper{fill:#fff}${rules(0)}@media(prefers-color-scheme:dark){text{fill:#8b949e}.grid{stroke:#30363d}.paper{fill:#0d1117}${rules(1)}}</style>`;
}

const describe = (lines) =>
  `One search from a cold start. ${lines.map(({ name, points }) => `${name}: ${points.map(({ facts, value }) => `${show(value)} at ${facts.toLocaleString('en')} facts`).join(', ')}`).join('. ')}.`;
const show = (milliseconds) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString('en')} ms`;
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
