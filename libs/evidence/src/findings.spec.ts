import { Readable } from 'node:stream';
import type { EvidenceRule, EvidenceSystem, EvidenceWaiver } from './evidence';
import { Findings } from './findings';

const aRule = (ref_id: string, severity: string, title: string, failed = true): EvidenceRule => ({
  id: ref_id,
  ref_id,
  title,
  severity,
  result: failed ? 'fail' : 'pass',
  failed,
  waiver: null,
  controls: [],
  review: null,
  plan: null,
  lowering: null,
});

const aSystem = (display_name: string, rules: EvidenceRule[]): EvidenceSystem =>
  ({ id: display_name, display_name, os_version: '8.4', result: { rules } }) as unknown as EvidenceSystem;

const readFindings = (...systems: EvidenceSystem[]): Promise<Findings> => Findings.read(Readable.from(systems));

describe('failed rules', () => {
  it('are in order of severity, then title, regardless of the number of failing systems', async () => {
    const often = aRule('r1', 'low', 'Often');
    const { rules } = await readFindings(
      aSystem('a', [often, aRule('r2', 'unknown', 'Any'), aRule('r3', 'medium', 'B 10')]),
      aSystem('b', [often, aRule('r4', 'high', 'Z'), aRule('r5', 'medium', 'B 9'), aRule('r6', 'high', 'P', false)]),
    );

    expect(rules.map(({ rule, count }) => [rule.title, count])).toEqual([
      ['Z', 1],
      ['B 9', 1],
      ['B 10', 1],
      ['Often', 2],
      ['Any', 1],
    ]);
  });

  it('keep thirty names each', async () => {
    const rule = aRule('r1', 'low', 'Often');
    const { rules } = await readFindings(...Array.from({ length: 150 }, (_, n) => aSystem(`s${n}`, [rule])));

    expect([rules[0]!.count, rules[0]!.names.length]).toEqual([150, 30]);
  });

  it('count systems with an exception separately, and exceptions by themselves', async () => {
    const waiver = { id: 'w1', reason: 'Later' } as unknown as EvidenceWaiver;
    const excepted = { ...aRule('r1', 'low', 'Often'), waiver };
    const found = await readFindings(
      aSystem('a', [excepted]),
      aSystem('b', [excepted]),
      aSystem('c', [aRule('r1', 'low', 'Often')]),
    );

    expect(found.rules).toMatchObject([{ count: 3, waived: 2, names: ['a (exception)', 'b (exception)', 'c'] }]);
    expect(found.waivers).toMatchObject([{ waiver: { id: 'w1' }, count: 2 }]);
  });
});
