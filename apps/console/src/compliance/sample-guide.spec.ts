import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { itWithScanner } from '@wardstone/testing';
import { parseGuide } from '../../../../libs/scap/test/parsing';
import { sampleGuide } from './sample-guide';

const PROFILE = 'xccdf_org.wardstone.sample_profile_basics';

describe('the sample guide', () => {
  it('is read as any other: seven rules with controls, in one profile', () => {
    const { rules, profiles } = parseGuide(sampleGuide());

    expect(rules).toHaveLength(7);
    expect(profiles.map(({ refId }) => refId)).toEqual([PROFILE]);
    expect(rules.every(({ references }) => references.length > 0)).toBe(true);
    expect(rules.every(({ title, description, rationale }) => title && description && rationale)).toBe(true);
  });

  itWithScanner('is valid SCAP 1.3, and each rule except the manual one is evaluated', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sample-guide-'));
    const file = path.join(folder, 'sample.xml');
    writeFileSync(file, sampleGuide());
    const run = (...words: string[]) => spawnSync('oscap', [...words, file], { encoding: 'utf8' });
    try {
      expect(run('ds', 'sds-validate')).toMatchObject({ status: 0, stderr: '' });
      const { stdout } = run('xccdf', 'eval', '--profile', PROFILE);
      const results = [...stdout.matchAll(/^Result\s+(\w+)$/gm)].map(([, result]) => result);
      expect(results).toHaveLength(7);
      expect(results.filter((result) => result !== 'pass' && result !== 'fail')).toEqual(['notchecked']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
