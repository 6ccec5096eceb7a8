import { gzipSync } from 'node:zlib';
import { aGroup, aProfile, aRule, aValue, aBenchmark, select } from '../../libs/scap/test/datastream.builder';
import { aScannedBenchmark, aTestResult, anArf } from '../../libs/scap/test/scan.builder';
import { HOSTILE_TEXTS } from './corpus';
import { toBasicHeader } from '../requests/records/gateway';
import { PLUGIN } from '../requests/records/monitoring';
import type { KnownIds } from '../requests/known-ids';
import type { Operation } from '../requests/operations';
import type { Random } from './random';

export interface Upload {
  /** Replaces that of the administrator. */
  authorization?: string;
  mediaType: string;
  encoding?: 'gzip';
  body: Buffer;
}

/** Number of versions of the repeatedly uploaded guide, so that some are new and some already stored. */
const VERSIONS = 30;
const FIRST_SCAN_MS = Date.UTC(2026, 1, 1);
const MAX_CONTENT_BYTES = 40_000;
const OUTCOMES = ['pass', 'fail', 'notchecked', 'notapplicable', 'error', 'unknown', 'informational', 'fixed'];

let scans = 0;

type MakeUpload = (random: Random, known: KnownIds) => Upload;

/** Bodies that no JSON schema describes, by operation. */
const UPLOADS: Readonly<Record<string, MakeUpload>> = {
  'POST /auth/token': () => ({
    ...asForm({ grant_type: 'client_credentials' }),
    authorization: toBasicHeader('viewer'),
  }),
  'PUT /rest/plugins': (_random, known) =>
    asForm({ handle: known.named('handle')?.[0] ?? '', name: 'tour-printers.jar' }),
  'POST /api/compliance/v2/security_guides': (random) =>
    random.chance(0.5) ? asXml(random, aGuide(random)) : aReport(random),
  'POST /api/compliance/v2/systems/{system_id}/test_results': (random, known) =>
    random.chance(0.7) ? asXml(random, aResult(random, known)) : aReport(random),
  'POST /api/compliance/v2/reports/{report_id}/systems/{system_id}/checklist': aChecklist,
  'POST /rest/content/fresh': (random) => ({
    mediaType: 'application/octet-stream',
    body: random.chance(0.5) ? PLUGIN : Buffer.alloc(random.below(MAX_CONTENT_BYTES), 'content '),
  }),
};

/** A valid upload, unless `isDamaged`; undefined for operations with other bodies. */
export function makeUpload(
  { method, path: template }: Operation,
  { random, known }: { random: Random; known: KnownIds },
  isDamaged: boolean,
): Upload | undefined {
  const upload = UPLOADS[`${method} ${template}`]?.(random, known);
  if (upload === undefined || !isDamaged) return upload;
  return { ...upload, body: damaged(upload.body, random) };
}

/** A single benchmark, occasionally with hostile titles. */
function aGuide(random: Random): string {
  const title = (): string =>
    `<x:title>${random.chance(0.3) ? escaped(random.pick(HOSTILE_TEXTS)) : 'A title'}</x:title>`;
  const rules = Array.from({ length: 1 + random.below(20) }, (_none, n) => `r${n}`);
  const content =
    title() +
    aProfile('p1', title() + rules.map((rule) => select(rule, random.chance(0.8))).join('')) +
    aValue('v1') +
    aGroup('g1', title() + rules.map((rule) => aRule(rule, title(), 'severity="high"')).join(''));
  return aBenchmark(content, { id: 'xccdf_org.fuzz_benchmark_FUZZ-8', version: `0.1.${random.below(VERSIONS)}` });
}

/** The report of another scanner, occasionally with hostile texts. */
function aReport(random: Random): Upload {
  const text = (): string => (random.chance(0.3) ? random.pick(HOSTILE_TEXTS) : 'a text');
  const many = <T>(make: (at: number) => T): T[] =>
    Array.from({ length: 1 + random.below(20) }, (_none, at) => make(at));
  const status = (): string => random.pick(['passed', 'failed', 'skipped', 'PASS', 'FAIL', 'WARN', text()]);
  const make = random.pick([
    () => ({
      profiles: [
        {
          name: text(),
          version: text(),
          controls: many((at) => ({
            id: `c${at}`,
            title: text(),
            impact: random.below(2),
            tags: { nist: [text()] },
            results: [{ status: status(), start_time: random.pick(['2026-01-15T12:00:00Z', text()]) }],
          })),
        },
      ],
    }),
    () => ({
      Controls: [
        {
          node_type: text(),
          version: text(),
          tests: [{ results: many((at) => ({ test_number: `1.${at}`, test_desc: text(), status: status() })) }],
        },
      ],
    }),
    () => ({
      data: {
        affected_items: many((at) => ({ id: at, policy_id: 'p', title: text(), result: status() })),
      },
    }),
    () => ({
      ID: text(),
      Title: text(),
      SummaryControls: many((at) => ({ ID: `${at}`, Name: text(), TotalFail: at })),
    }),
  ]);
  if (random.chance(0.8)) {
    return { mediaType: 'application/vnd.wardstone.report+json', body: Buffer.from(JSON.stringify(make())) };
  }
  const lynis = `lynis_version=${text()}\nos=${text()}\ntests_executed=A-1|B-2|\nwarning[]=A-1|${text()}|\n`;
  return { mediaType: 'text/vnd.wardstone.lynis', body: Buffer.from(lynis) };
}

/** A checklist with rows of the guide of the fixtures. */
function aChecklist(random: Random, known: KnownIds): Upload {
  const text = (): string => (random.chance(0.3) ? random.pick(HOSTILE_TEXTS) : 'a text');
  const rules = (known.named('rule_ref') ?? ['r1']).map((rule) => ({
    rule_id_src: rule,
    status: random.pick(['open', 'not_a_finding', 'not_applicable', 'not_reviewed']),
    finding_details: text(),
    comments: text(),
    [text()]: text(),
  }));
  const document = { title: text(), stigs: [{ stig_id: text(), rules }], target_data: { host_name: text() } };
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(document)) };
}

/** A result for the policy of the fixtures, bare or in an ARF; usually later than the previous ones. */
function aResult(random: Random, known: KnownIds): string {
  const scan = {
    benchmark: known.named('benchmark_ref')?.[0] ?? '',
    version: known.named('benchmark_version')?.[0] ?? '',
    profile: known.named('profile_ref')?.[0] ?? '',
  };
  scans += random.chance(0.8) ? 1 : -1;
  const rules = (known.named('rule_ref') ?? []).map((rule) => [rule, random.pick(OUTCOMES)] as const);
  const result = aTestResult({ ...scan, endTime: new Date(FIRST_SCAN_MS + scans * 1_000).toISOString(), rules });
  return random.chance(0.5) ? anArf([result], aScannedBenchmark('', scan)) : result;
}

function asForm(fields: Record<string, string>): Upload {
  return { mediaType: 'application/x-www-form-urlencoded', body: Buffer.from(new URLSearchParams(fields).toString()) };
}

function asXml(random: Random, text: string): Upload {
  const plain = { mediaType: 'application/xml', body: Buffer.from(text) };
  return random.chance(0.5) ? plain : { ...plain, encoding: 'gzip', body: gzipSync(plain.body) };
}

/** Converts any text to XML text; characters that XML cannot contain are removed. */
function escaped(text: string): string {
  return text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, '').replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Truncates the bytes, or removes, repeats or flips some. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.below(200));
  const rest = bytes.subarray(end);
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), rest]);
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, end).map((byte) => byte ^ 0x20), rest]);
  }
}
