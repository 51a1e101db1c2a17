// Asks a model which tags are one.
import { MemvaultError } from '../model/errors.ts';
import type { TagsFile } from '../markdown/tags-file.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';

export function askForTags(_context: Context, _view: View, _decided: TagsFile): Promise<void> {
  throw new MemvaultError('model', 'no model is asked for tags yet');
}
