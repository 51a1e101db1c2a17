// Asks a person whether they trust what a vault's config asks for, and keeps a yes in their own config.
import { plain } from '../model/controls.ts';
import type { Context } from '../tasks/context.ts';
import { grantAsks, readAsks, readModelChoice, untrusted } from '../tasks/model.ts';
import { realPath } from '../vault/disk.ts';
import { renderAsks } from './render/trust.ts';
import { askYes } from './terminal/prompts.ts';
import { columnsOf, wrap } from './terminal/wrap.ts';

export const NOT_TRUSTED = 'Not trusted: nothing was written, and a dream asks no model that the vault names.';

/**
 * For a dream by an engine that was chosen by name. True where nothing stands in the way, or does not any more. Throws
 * `interrupted`, and as above.
 */
export async function askTrust(context: Context): Promise<boolean> {
  const { answer, vault, world } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null || choice.isAuto) return true;
  const held = untrusted(context, choice);
  if (held === null) return true;
  const [root, asks] = [realPath(vault.root), readAsks(context, choice)];
  answer.warn(renderAsks(root, asks, answer.color));
  answer.warn(
    wrap(
      (held.standing === 'changed'
        ? 'What it asks for has changed since you trusted it'
        : 'You have not trusted this yet') +
        ': ' +
        held.needs.map(({ key }) => plain(key)).join(', ') +
        '.',
      columnsOf(world.stderr),
    ).join('\n'),
  );
  if (!(await askYes(context, 'Do you trust it?', NOT_TRUSTED))) return false;
  await grantAsks(context, root, asks);
  return true;
}
