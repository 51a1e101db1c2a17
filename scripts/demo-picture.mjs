// Draws the terminal of the README from what the demo printed: a few of its steps, appearing one after the other.
// `npm run demo | node scripts/demo-picture.mjs > docs/images/demo.svg`; a test compares the picture with the demo.
import { readFileSync } from 'node:fs';

/** The lines of a step that are shown: those from `from` on that match one of `keep`. */
const SCENES = [
  { step: 'A dream puts every fact on a page', from: /^\$/, keep: [/^\$/, /^Consolidated/, /^ {4}conflict/] },
  { step: 'A dream puts every fact on a page', from: /Tidepool\.md/, keep: [/Tidepool\.md/, /Zosia\.md/, /奶奶\.md/] },
  { step: 'A dream puts every fact on a page', from: /^updated/, keep: [/^updated/, /Kamal since/, /reviews wait/] },
  { step: 'A replaced claim', from: /^## History/, keep: [/^## History/, /^- /] },
  { step: 'A search finds', from: /^\$/, keep: [/^\$.*Zosia/, /:21 /, /allergic to hazelnuts$/] },
  { step: 'Two facts from one day', from: /^\$/, keep: [/^\$ memvault review list/, /contradiction:/, /^ {4}Tomás/] },
  { step: 'The proof from the files', from: /^\$/, keep: [/^\$/, /^0 errors/] },
];
const [LINE, PAD, COLUMN, WIDTH] = [19, 18, 8.2, 80];
const SECONDS = 1.5;

/** An SVG of the demo's output, without colours. Throws where the demo has no such step. */
export function drawDemo(output) {
  const steps = output.split(/^(?=\d+\. )/m);
  const scenes = SCENES.map(({ step, from, keep }) => {
    const lines = steps.find((text) => text.replace(/^\d+\. /, '').startsWith(step))?.split('\n') ?? [];
    const kept = lines
      .slice(lines.findIndex((line) => from.test(line)))
      .filter((line) => keep.some((one) => one.test(line)));
    if (kept.length < 2) throw new Error(`the demo has no step "${step}"`);
    return kept.slice(0, 5);
  });
  let row = 0;
  const groups = scenes.map((lines, at) => {
    if (at > 0 && lines[0].startsWith('$')) row += 1;
    const texts = lines.map((line) => {
      const shape = line.startsWith('$') ? ' class="c"' : '';
      return `<text${shape} x="${PAD}" y="${PAD + 40 + row++ * LINE}">${escape(line)}</text>`;
    });
    return `<g style="animation-delay:${at * SECONDS}s">${texts.join('\n')}</g>`;
  });
  const [width, height] = [WIDTH * COLUMN + 2 * PAD, PAD + 48 + row * LINE];
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
text { font: 13.6px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d4d4d4; white-space: pre; }
.c { fill: #fff; font-weight: bold; }
g { animation: in .4s backwards; }
@keyframes in { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { g { animation: none; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#1e1e1e"/>
${['#ff5f56', '#ffbd2e', '#27c93f'].map((fill, at) => `<circle cx="${PAD + 6 + at * 20}" cy="20" r="6" fill="${fill}"/>`).join('')}
${groups.join('\n')}
</svg>
`;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

if (process.argv[1] === import.meta.filename) process.stdout.write(drawDemo(readFileSync(0, 'utf8')));
