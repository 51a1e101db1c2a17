// A process of its own that logs many facts one by one, through the log room as the command does.
// argv: the vault, the writer's name, how many, and the days to log to in turn.
import { logFacts } from '../../src/log/log.ts';
import { checkItem } from '../../src/log/request.ts';
import { makeId } from '../../src/model/ids.ts';

const [root = '', name = '', count = '0', ...days] = process.argv.slice(2);
const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const now = new Date(process.env['MEMVAULT_NOW'] ?? '');

for (let i = 0; i < Number(count); i++) {
  const item = checkItem(
    { text: `Writer ${name} saw bird number ${i} of its own`, category: 'event', day: days[i % days.length] },
    now,
  );
  logFacts([item], { vault: { root, dailyDir: 'daily', zones }, now, newId: () => makeId(Math.random), clone: 'test' });
}
