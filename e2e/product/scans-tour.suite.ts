import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import type { RunningSystem } from '../../tools/system';
import { runTour } from '../tours/run-tour';

const SCHEMAS = path.join(__dirname, '../../apps/compliance/src/evidence/test/schemas');

/** The scanner of this machine, or one in its place that knows the guide of the tour alone. */
export function prepareScanner(folder: string): NodeJS.ProcessEnv {
  const installed = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((place) => path.join(place, 'oscap'))
    .find((program) => fs.existsSync(program));
  return {
    AGENT_OSCAP: installed ?? standIn(path.join(folder, 'oscap')),
    // The guide reads only files that every user may read.
    AGENT_OSCAP_PRIVILEGED: 'on',
  };
}

/** Looks for the files that the guide names, and writes what oscap would. */
function standIn(program: string): string {
  const script = `#!${process.execPath}
const fs = require('node:fs');
const valueOf = (name) => process.argv[process.argv.indexOf(name) + 1];
const guide = fs.readFileSync(process.argv.at(-1), 'utf8');
const start = new Date().toISOString();
const all = (pattern, text = guide) => [...text.matchAll(pattern)];
const outcomes = all(/<Rule id="([^"]+)"[^]*?:def:(\\d+)"/g).map(([, rule, number]) => {
  const [, file] = new RegExp('obj:' + number + '"[^>]*><unix:filepath>([^<]+)<').exec(guide) ?? [];
  const isForbidden = guide.includes(':tst:' + number + '" version="1" check="all" check_existence="none_exist"');
  const isMet = file === undefined || fs.existsSync(file) !== isForbidden;
  return [rule, isMet ? 'pass' : 'fail'];
});
for (const outcome of outcomes) process.stdout.write(outcome.join(':') + '\\n');
const [, benchmark] = /<Benchmark [^>]*id="([^"]+)"/.exec(guide);
const [, version] = /<version>([^<]+)</.exec(guide);
const score = (100 * outcomes.filter(([, outcome]) => outcome === 'pass').length) / outcomes.length;
const xccdf = 'xmlns="http://checklists.nist.gov/xccdf/1.2"';
fs.writeFileSync(
  valueOf('--results-arf'),
  '<a:asset-report-collection xmlns:a="http://scap.nist.gov/schema/asset-reporting-format/1.1"><a:assets/><a:reports>' +
    '<a:report id="r"><a:content><TestResult ' + xccdf + ' id="t" start-time="' + start + '" end-time="' +
    new Date().toISOString() + '" version="' + version + '"><title>x</title><benchmark href="x" id="' + benchmark + '"/>' +
    '<profile idref="' + valueOf('--profile') + '"/><target>host</target>' +
    outcomes.map(([rule, outcome]) => '<rule-result idref="' + rule + '"><result>' + outcome + '</result></rule-result>').join('') +
    '<score system="urn:xccdf:scoring:default" maximum="100">' + score + '</score></TestResult></a:content></a:report>' +
    '</a:reports></a:asset-report-collection>\\n',
);
process.exitCode = score === 100 ? 0 : 2;
`;
  fs.writeFileSync(program, script, { mode: 0o755 });
  return program;
}

/** From a guide to evidence, by the agent of this machine: the script that people run. */
export function describeScansTour(system: () => RunningSystem): void {
  describe('e2e/tours/scans-tour.mjs', () => {
    const evidence = (): string => path.join(system().dataDir, 'evidence');
    let output: string;
    beforeAll(async () => {
      output = await runTour('scans', system(), { EVIDENCE_DIR: evidence() });
    }, 600_000);

    it('scans this machine by schedule and on demand; the score falls, which fires an alert', () => {
      expect(output).toContain(`   ${os.hostname()}, version `);
      expect(output).toMatch(/ scanned by schedule at .*, 4 rules\n {3}score 75, compliant; with exceptions 75, /);
      expect(output).toContain('   Compliance Policy Tour: this machine: Score\n   values: 75\n');
      expect(output).toMatch(/ scanned for admin at .*, 4 rules\n {3}score 50, not_compliant; with exceptions 50, /);
      expect(output).toContain('   values: 75, 50\n   tour: the score falls: ');
    });

    it('excludes the rule until the approved exception expires', () => {
      expect(output).toMatch(/ approved by the same person: 40\d\n {3}approved by tour-approver\n/);
      expect(output).toContain('score 50, not_compliant; with exceptions 75, compliant\n');
      expect(output).toMatch(
        /9\. The exception has expired\n {3}score 50, not_compliant; with exceptions 50, not_compliant\n/,
      );
    });

    it('produces evidence in five valid formats', () => {
      const file = (format: string): Buffer => fs.readFileSync(path.join(evidence(), `evidence.${format}`));
      const listSchemaErrors = (format: string, schema: string): unknown => {
        const {
          $schema: _,
          id: __,
          ...rest
        } = JSON.parse(fs.readFileSync(path.join(SCHEMAS, schema), 'utf8')) as Record<string, unknown>;
        const validate = new Ajv({ strict: false, validateFormats: false }).compile(rest);
        return validate(JSON.parse(file(format).toString())) ? [] : validate.errors;
      };

      expect(listSchemaErrors('sarif', 'sarif-2.1.0.json')).toEqual([]);
      expect(listSchemaErrors('oscal.json', 'oscal-assessment-results-1.1.3.json')).toEqual([]);
      const [head, ...lines] = file('csv').toString().trim().split('\n');
      expect(head).toContain('result_sha256,guide_version,guide_sha256');
      for (const line of lines) expect(line.match(/\b[0-9a-f]{64}\b/g)!.length).toBeGreaterThanOrEqual(2);
      expect(lines.filter((line) => line.includes('tour_rule_'))).toHaveLength(4);
      expect(file('html').toString()).toMatch(/^<!doctype html>[^]*<\/html>\s*$/i);
      expect(file('pdf').subarray(0, 5).toString()).toBe('%PDF-');
      expect(file('pdf').subarray(-6).toString()).toContain('%%EOF');
    });
  });
}
