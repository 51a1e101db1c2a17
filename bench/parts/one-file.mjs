// TypeScript of the tests as one file that node runs by itself: as a test runner runs it, it takes nearly twice as
// long.
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');

/** Each file goes on to know where it lay. */
const staysWhereItIs = {
  name: 'stays-where-it-is',
  transform: (code, id) =>
    id.endsWith('.ts') && code.includes('import.meta.dirname')
      ? { code: code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))) }
      : null,
};

/** Writes the module of a path from the root, with all that it imports, to a file. */
export async function writeOneFile(path, file) {
  const bundle = await rolldown({
    input: join(ROOT, path),
    cwd: ROOT,
    platform: 'node',
    resolve: { alias: { esprima: false, 'whatwg-fetch': false } },
    transform: { target: 'node20', define: { MEMVAULT_VERSION: '"0.0.0"' } },
    plugins: [staysWhereItIs],
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
}
