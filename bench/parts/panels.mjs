// Curves over the days of a year as a picture: a panel for each, with its own scale from 0, readable in the light and
// in the dark. SVG by hand.

const PANEL = { width: 380, height: 190, left: 62, right: 18, top: 38, bottom: 30 };
const COLUMNS = 2;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const STYLE = `<style>text{font:12px system-ui,sans-serif;fill:#57606a}.name{font-weight:600;font-size:13px}polyline{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}.grid{stroke:#d0d7de;stroke-width:.5}.most{stroke:#bc4c00;stroke-dasharray:5 4}.limit{fill:#bc4c00}.paper{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#8b949e}polyline{stroke:#58a6ff}circle{fill:#58a6ff}.grid{stroke:#30363d}.most{stroke:#f0883e}.limit{fill:#f0883e}.paper{fill:#0d1117}}</style>`;

/**
 * The picture of rows that have a `curve`: `{name, unit, points: [{day, value}], limit?, dots?}`, a day as 2026-01-31.
 * `limit` is a line that the curve must not cross. Throws where there are none.
 */
export function renderPanels(rows) {
  const curves = rows.flatMap(({ curve }) => (curve === undefined ? [] : [curve]));
  if (curves.length === 0) throw new Error('there is nothing to draw: no row has a curve');
  const lines = Math.ceil(curves.length / COLUMNS);
  const body = curves.map(
    (curve, at) =>
      `<g transform="translate(${(at % COLUMNS) * PANEL.width},${Math.floor(at / COLUMNS) * PANEL.height})">${panel(curve)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * PANEL.width} ${lines * PANEL.height}" role="img" aria-labelledby="title">\n<title id="title">${escape(curves.map(describe).join('. '))}.</title>\n${STYLE}\n<rect class="paper" width="100%" height="100%"/>\n${body.join('\n')}\n</svg>\n`;
}

function panel({ name, unit, points, limit, dots = false }) {
  const days = points.map(({ day }) => Date.parse(day));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const step = niceStep(Math.max(limit ?? 0, ...points.map(({ value }) => value), 1));
  const top = step * Math.ceil((Math.max(limit ?? 0, ...points.map(({ value }) => value), 1) * 1.04) / step);
  const [right, floor] = [PANEL.width - PANEL.right, PANEL.height - PANEL.bottom];
  const x = (time) => round(PANEL.left + ((time - first) / Math.max(1, last - first)) * (right - PANEL.left));
  const y = (value) => round(floor - (value / top) * (floor - PANEL.top));
  const places = points.map(({ day, value }) => [x(Date.parse(day)), y(value)]);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  return [
    `<text class="name" x="8" y="20">${escape(name)}, ${unit}</text>`,
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${PANEL.left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${PANEL.left - 7}" y="${y(tick) + 4}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
    ),
    ...monthsBetween(first, last).map(
      ({ time, month }) => `<text x="${x(time)}" y="${floor + 18}" text-anchor="middle">${month}</text>`,
    ),
    ...(limit === undefined
      ? []
      : [
          `<line class="most" x1="${PANEL.left}" x2="${right}" y1="${y(limit)}" y2="${y(limit)}"/><text class="limit" x="${right}" y="${y(limit) + 14}" text-anchor="end">never more than ${limit.toLocaleString('en')}</text>`,
        ]),
    dots
      ? places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5"/>`).join('')
      : `<polyline points="${places.map((place) => place.join(',')).join(' ')}"/>`,
  ].join('');
}

/** Firsts of months in the span, every second one where it is long; the first day itself in a short one. */
function monthsBetween(first, last) {
  const found = [];
  for (let time = first; time <= last; time += 86_400_000) {
    const date = new Date(time);
    if (date.getUTCDate() === 1) found.push({ time, month: MONTHS[date.getUTCMonth()] });
  }
  return found.filter((_, at) => found.length < 8 || at % 2 === 0);
}

/** 1, 2 or 5 of a power of ten, so that there are three to six lines. */
function niceStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 3));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => most / one <= 5) ?? power;
}

const describe = ({ name, unit, points }) => `${name}: ${show(points[0])} to ${show(points.at(-1))} ${unit}`;
const show = ({ day, value }) => `${Math.round(value).toLocaleString('en')} on ${day}`;
const round = (number) => Math.round(number * 10) / 10;
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
