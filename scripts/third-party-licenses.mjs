// Collects the licence texts of the packages whose code is in the bundle.
// It goes by the modules that are really inside, not by what package.json lists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A rolldown plugin that emits `fileName`. A bundled package without a licence text fails the build. */
export function thirdPartyLicenses(fileName) {
  return {
    name: 'third-party-licenses',
    generateBundle(_options, bundle) {
      const folders = new Set();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.moduleIds ?? []) {
          if (id.includes('node_modules') && !id.startsWith('\0')) folders.add(packageFolder(id));
        }
      }
      const source = [...[...folders].map(renderPackage), ...SECRET_DATA.map(renderSecretData)]
        .sort()
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({
        type: 'asset',
        fileName,
        source: `memvault contains code and data of these packages.\n\n${source}`,
      });
    },
  };
}

/** Data in templates/secrets that comes from no package. Each file names its source; the licence lies beside it. */
const SECRET_DATA = [
  ['gitleaks.json', 'its rules'],
  ['recovery-words.json', 'its English words'],
];

function renderSecretData([file, what]) {
  const folder = join(import.meta.dirname, '..', 'templates', 'secrets');
  const { name, version, license } = JSON.parse(readFileSync(join(folder, file), 'utf8')).source;
  return `${name} ${version} (${license}), ${what}\n\n${readFileSync(join(folder, `LICENSE-${name}.txt`), 'utf8').trim()}\n`;
}

function packageFolder(moduleId) {
  let folder = dirname(moduleId);
  // A package.json without a name only sets the module type of a subfolder.
  while (!existsSync(join(folder, 'package.json')) || !readManifest(folder).name) folder = dirname(folder);
  return folder;
}

function renderPackage(folder) {
  const { name, version, license } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(-\w+)?(\.(md|txt))?$/i.test(entry));
  if (!file) throw new Error(`${name} is bundled and has no licence text`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
