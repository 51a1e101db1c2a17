// An engine that asks a model is chosen late and once: engines that are made anew in one dream share what was found
// out.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Context } from '../../src/tasks/context.ts';
import { engineFor } from '../../src/tasks/dream.ts';
import { chooseEngine } from '../../src/tasks/model-engine.ts';
import { resolveLayers } from '../../src/config/load.ts';
import type { Engine } from '../../src/dream/engine.ts';
import { readView } from '../../src/vault/view.ts';
import { makePlace } from '../support/memvault.ts';

vi.mock('../../src/tasks/model-engine.ts', () => ({
  chooseEngine: vi.fn<() => Promise<(rules: Engine) => Engine>>(() =>
    Promise.resolve((rules) => ({ ...rules, name: 'model/1' })),
  ),
}));

const TEMPLATES = join(import.meta.dirname, '../../templates');

test.each([
  ['rules', 'rules/', 0],
  ['ollama', 'model/1', 1],
  ['auto', 'model/1', 1],
] as const)('%s', async (engine, name, chosen) => {
  const place = makePlace();
  try {
    const { settings } = resolveLayers({ 'consolidate.engine': { value: engine, from: 'user' } });
    const vault = { root: place.root, dailyDir: 'daily', zones: settings.write.zones };
    const make = engineFor({ vault, settings, world: { templates: TEMPLATES } } as unknown as Context);
    vi.mocked(chooseEngine).mockClear();
    for (let again = 0; again < 3; again++) {
      const late = make([]);
      expect(late.name).toMatch(/^rules\//);
      await late.propose([], readView(vault), { update: () => undefined, end: () => undefined }, { requested: false });
      expect(late.name).toContain(name);
    }
    expect(chooseEngine).toHaveBeenCalledTimes(chosen);
  } finally {
    place.remove();
  }
});
