import fc from 'fast-check';
import { type ComparedRule, compareRules } from './difference';

const outcome = fc.constantFrom(true, false, null);
/** Two results as a scan makes them: a rule that was judged is in the guide. */
const rules = fc
  .array(fc.record({ before: outcome, after: outcome, inBefore: fc.boolean(), inAfter: fc.boolean() }))
  .map((facts) =>
    facts.map(({ before, after, inBefore, inAfter }, n): ComparedRule => ({
      ref_id: `r${n}`,
      title: 'A rule',
      severity: 'low',
      failed_before: before,
      failed_after: after,
      in_guide_before: before !== null || inBefore,
      in_guide_after: after !== null || inAfter,
    })),
  );

const mirrored = (rule: ComparedRule): ComparedRule => ({
  ...rule,
  failed_before: rule.failed_after,
  failed_after: rule.failed_before,
  in_guide_before: rule.in_guide_after,
  in_guide_after: rule.in_guide_before,
});

const toIds = (of: readonly { ref_id: string }[]): string[] => of.map(({ ref_id }) => ref_id);

describe('compareRules', () => {
  it('is symmetric: seen from the other result, failed is fixed and new is gone', () => {
    fc.assert(
      fc.property(rules, (compared) => {
        const there = compareRules(compared);
        const back = compareRules(compared.map(mirrored));

        expect(toIds(back.newly_failed)).toEqual(toIds(there.fixed));
        expect(toIds(back.fixed)).toEqual(toIds(there.newly_failed));
        expect(back.new_in_guide).toEqual(there.gone_from_guide);
        expect(back.gone_from_guide).toEqual(there.new_in_guide);
        expect(back.newly_judged).toEqual(there.no_longer_judged);
        expect(back.no_longer_judged).toEqual(there.newly_judged);
      }),
      { seed: 29 },
    );
  });

  it('names each rule that differs once, and no other', () => {
    fc.assert(
      fc.property(rules, (compared) => {
        const named = Object.values(compareRules(compared)).flatMap(toIds).sort();
        const different = compared.filter((rule) => rule.failed_before !== rule.failed_after);

        expect(named).toEqual(toIds(different).sort());
      }),
      { seed: 29 },
    );
  });
});
