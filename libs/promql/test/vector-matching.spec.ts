import { Pace } from '@wardstone/turns';
import { Annotations } from '../src/annotations';
import { combineVectors } from '../src/binary';
import { Budget } from '../src/budget';
import type { Matching } from '../src/expression';
import { Labels } from '../src/labels';
import type { Series } from '../src/series';

const BY_JOB: Matching = { isOn: true, labels: ['job'], include: [] };
const STEPS = 2;

/** A series of the job `a`, with values at these steps. */
function aSeries(instance: string, present: readonly number[] = [1, 1]): Series {
  return {
    labels: Labels.of(Object.entries({ instance, job: 'a' })),
    values: new Float64Array(STEPS).fill(3),
    present: Uint8Array.from(present),
  };
}

function added(left: readonly Series[], right: readonly Series[], matching = BY_JOB): Promise<Series[]> {
  const operation = { operator: '+', place: '', isBool: false, matching, count: STEPS };
  const now = () => 0;
  const pace = new Pace({ now });
  const budget = new Budget({ mostSamples: 1_000, timeLimitMs: 1, now, pace, isAbandoned: () => false });
  return combineVectors(operation, left, right, budget, new Annotations());
}

describe('two vectors', () => {
  it('that match series by series are added at the steps that both have', async () => {
    const [sum] = await added([aSeries('x')], [aSeries('y', [1, 0])]);
    expect([sum!.values[0], [...sum!.present]]).toEqual([6, [1, 0]]);
  });

  it('with several matches on one side are refused without group_left or group_right', async () => {
    const many = [aSeries('x'), aSeries('y')];
    await expect(added(many, [aSeries('z')])).rejects.toThrow(
      'multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)',
    );
    expect(await added(many, [aSeries('z')], { ...BY_JOB, many: 'left' })).toHaveLength(2);
  });

  it('with several matches on both sides are refused, but only at steps that the other side has', async () => {
    const several = [aSeries('y'), aSeries('z')];
    await expect(added([aSeries('x', [0, 1])], several)).rejects.toThrow('many-to-many matching not allowed');
    expect(await added([aSeries('x', [0, 0])], several)).toEqual([]);
    expect(await added([aSeries('x', [1, 0])], [aSeries('y', [1, 1]), aSeries('z', [0, 1])])).toHaveLength(1);
  });
});
