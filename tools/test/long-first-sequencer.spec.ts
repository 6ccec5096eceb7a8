import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import LongFirstSequencer from '../jest/long-first-sequencer.cjs';

describe('the order of test files that have not run here', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sequencer-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('begins with the largest, suites that they import included', () => {
    const files: Record<string, string> = {
      'small.int-spec.ts': 'it();',
      'medium.int-spec.ts': 'it();'.repeat(20),
      'room.int-spec.ts': "import './reads.suite';\n",
      'installation.int-spec.ts': "import { describeReads } from './reads.suite';\nimport './writes.suite';\n",
      'reads.suite.ts': 'it();'.repeat(30),
      // A suite that is missing fails where it is imported.
      'writes.suite.ts': `import './reads.suite';import './missing.suite';${'it();'.repeat(30)}`,
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const config = { id: 'none', cacheDirectory: path.join(folder, 'cache') };
    const context = { config, hasteFS: { getSize: (file: string) => fs.statSync(file).size } };
    const tests = Object.keys(files)
      .filter((name) => name.endsWith('.int-spec.ts'))
      .map((name) => ({ path: path.join(folder, name), context }));

    const sorted = new LongFirstSequencer({ globalConfig: { randomize: false } }).sort(tests);

    expect(sorted.map((test) => path.basename(test.path, '.int-spec.ts'))).toEqual([
      'installation',
      'room',
      'medium',
      'small',
    ]);
  });
});
