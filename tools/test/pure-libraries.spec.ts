import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { workspaceRoot } from '../workspace';

const FRAMEWORK = /^(@nestjs\/|typeorm$|pg$|pg-|express$|class-validator$|class-transformer$|reflect-metadata$)/;

const root = workspaceRoot();

function pureLibraries(): string[] {
  const libraries = fs.readdirSync(path.join(root, 'libs'));
  return libraries.filter((name) => {
    const manifest = path.join(root, 'libs', name, 'project.json');
    return fs.existsSync(manifest) && fs.readFileSync(manifest, 'utf8').includes('"type:pure"');
  });
}

/** Framework packages that importing a file loads, directly or through other files of ours. */
function frameworksBehind(file: string): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.base.json'),
    // An import loads the files of a library that nobody uses, too.
    ignoreAnnotations: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return [...new Set(imports.map((each) => each.path).filter((name) => FRAMEWORK.test(name)))].sort();
}

describe('a library tagged type:pure', () => {
  it.each(pureLibraries())('loads no framework and no database: %s', (name) => {
    expect(frameworksBehind(`libs/${name}/src/index.ts`)).toEqual([]);
  });

  it('is found when it loads them through the records of a service', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pure-'));
    try {
      fs.writeFileSync(path.join(folder, 'index.ts'), `export * from './inner';\n`);
      fs.writeFileSync(
        path.join(folder, 'inner.ts'),
        `import { DEFINITION_SORT_FIELDS } from '@wardstone/dto/monitoring';\nexport const count = DEFINITION_SORT_FIELDS.length;\n`,
      );
      expect(frameworksBehind(path.join(folder, 'index.ts'))).toEqual(
        expect.arrayContaining(['@nestjs/swagger', 'class-validator']),
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
