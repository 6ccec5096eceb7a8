import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const TEST_DATA = path.resolve(__dirname, '../../../apps/compliance/test-data');

/** File of a real datastream as it is kept in the repository, compressed. */
export const sampleGuideFile = (name: string): string => path.join(TEST_DATA, `ssg-${name}-ds.xml.gz`);

/** A real datastream, decoded. */
export const sampleGuide = (name: string): Buffer => gunzipSync(readFileSync(sampleGuideFile(name)));
