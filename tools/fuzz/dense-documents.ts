import { gzipSync } from 'node:zlib';
import { aTestResult } from '../../libs/scap/test/scan.builder';
import type { Operation } from '../requests/operations';

const RULES = 4_900;
const TEXT = 190_000;

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_none, at) => make(at));
const anHdf = (controls: readonly object[]): string => JSON.stringify({ profiles: [{ name: 'dense', controls }] });

/** Documents just within their limits that are small when compressed, by media type. */
const REPORTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'application/vnd.wardstone.report+json': {
    values: () => anHdf([{ id: 'r', x: many(900_000, () => ({})) }]),
    keys: () =>
      anHdf([
        { id: 'r', ...Object.fromEntries(many(400_000, (at) => [`k${at}`, 0])) },
        ...many(RULES, () => ({ id: 'r' })),
      ]),
    references: () => anHdf(many(1_900, (at) => ({ id: `r${at}`, tags: { nist: many(500, (n) => `AC-${n}`) } }))),
    'escaped text': () => anHdf(many(160, (at) => ({ id: `r${at}`, desc: '<'.repeat(TEXT) }))),
    'wide text': () => anHdf(many(80, (at) => ({ id: `r${at}`, desc: 'é'.repeat(TEXT) }))),
  },
  'text/vnd.wardstone.lynis': {
    lines: () => `lynis_version=3\ntests_executed=A-1|\n${many(190_000, (at) => `warning[]=A-${at}|`).join('\n')}`,
    tests: () => `lynis_version=3\ntests_executed=${many(RULES, (at) => `A-${at}`).join('|')}\n`,
  },
};

const CHECKLISTS = {
  'application/json': {
    values: () =>
      JSON.stringify({
        stigs: [
          { rules: many(RULES, () => ({ status: 'open', ...Object.fromEntries(many(75, (at) => [`k${at}`, 0])) })) },
        ],
      }),
  },
  'application/xml': {
    values: () => {
      const row = `<VULN><STATUS>Open</STATUS>${many(75, (at) => `<k${at}/>`).join('')}</VULN>`;
      return `<CHECKLIST><STIGS><iSTIG>${row.repeat(RULES)}</iSTIG></STIGS></CHECKLIST>`;
    },
  },
};

const RESULTS = {
  'application/xml': {
    rules: () => aTestResult({ rules: many(200_000, (at) => [`r${at}`, 'pass'] as const) }),
  },
};

const BY_PATH: readonly (readonly [RegExp, typeof REPORTS])[] = [
  [/\/test_results$/, { ...REPORTS, ...RESULTS }],
  [/\/security_guides$/, REPORTS],
  [/\/checklist$/, CHECKLISTS],
];

/** Services refuse more than this ratio (rule scap-3). */
const MAX_RATIO = 200;

function packed(text: string): ReturnType<DenseDocument['make']> {
  const [plain, body] = [Buffer.from(text), gzipSync(text)];
  return plain.length > body.length * MAX_RATIO
    ? { body: plain, headers: {} }
    : { body, headers: { 'content-encoding': 'gzip' } };
}

export interface DenseDocument {
  readonly type: string;
  readonly what: string;
  readonly make: () => { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };
}

/** Documents for the operation, compressed where they may be; none where it reads no documents. */
export const denseDocuments = ({ method, path }: Operation): DenseDocument[] =>
  method !== 'POST'
    ? []
    : BY_PATH.filter(([pattern]) => pattern.test(path)).flatMap(([, types]) =>
        Object.entries(types).flatMap(([type, documents]) =>
          Object.entries(documents).map(([what, write]) => ({ type, what, make: () => packed(write()) })),
        ),
      );
