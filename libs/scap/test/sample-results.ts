import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const TEST_DATA = path.resolve(__dirname, '../../../apps/compliance/test-data');

/** A real result as it is kept in the repository, compressed. */
export const compressedResult = (name: 'debian11-arf' | 'firefox-xccdf', extension: 'gz' | 'bz2' = 'gz'): Buffer =>
  readFileSync(path.join(TEST_DATA, `result-${name}.xml.${extension}`));

/** A real result, decoded. */
export const sampleResult = (name: 'debian11-arf' | 'firefox-xccdf'): Buffer => gunzipSync(compressedResult(name));
