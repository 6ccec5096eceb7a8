import { Readable } from 'node:stream';
import { writeCsv } from './csv';
import type { EvidenceHead, EvidenceSystem } from './evidence';

const AT = new Date('2026-01-16T12:00:00Z');
const HEAD = {
  policy: { title: 'CIS' },
  tailorings: [{ id: 't', guide_version: '1.2', guide_sha256: 'guide', sha256: 'tailored' }],
} as unknown as EvidenceHead;
const WAIVER = { reason: 'Later', requested_by: 'ann', approved_by: 'bob', expires_at: AT };
const RULE = { ref_id: 'rule_a', title: 'Lock it', severity: 'high', result: 'fail', waiver: WAIVER, review: null };

const aSystem = (name: string, rules: object[] | undefined): EvidenceSystem =>
  ({
    id: name,
    display_name: name,
    os_version: '8.4',
    result: rules && {
      tailoring_id: 't',
      end_time: AT,
      verdict: 'not_compliant',
      score: 50,
      score_with_exceptions: 100,
      verdict_with_exceptions: 'compliant',
      freshness: 'fresh',
      sha256: 'result',
      rules,
    },
  }) as unknown as EvidenceSystem;

it('has a line for each rule, and one for a system without rules or results, with as many fields', async () => {
  let text = '';
  const systems = [aSystem('web-1', [RULE]), aSystem('web-2', []), aSystem('web-3', undefined)];
  for await (const part of writeCsv(HEAD, () => Readable.from(systems))) text += part;
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);

  const scored = 'not_compliant,compliant,50,100,fresh,2026-01-16T12:00:00.000Z';
  expect(lines).toEqual([
    `CIS,web-1,web-1,8.4,${scored},rule_a,Lock it,high,fail,result,1.2,guide,tailored,Later,ann,bob,2026-01-16T12:00:00.000Z,,,,,,,,,,`,
    `CIS,web-2,web-2,8.4,${scored},,,,,result,1.2,guide,tailored,,,,,,,,,,,,,,`,
    `CIS,web-3,web-3,8.4,never_reported${','.repeat(head.split(',').length - 5)}`,
  ]);
});
