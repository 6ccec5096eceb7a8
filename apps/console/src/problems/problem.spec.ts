import type { OperationHistoryRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { ofOperation, ofResource, ofResult, shown } from './problem';
import type { Problem } from './problem';

const problem = (over: Partial<Problem>): Problem => ({
  ...{ key: 'a', kind: 'alert', severity: 'medium', name: 'disk full', where: 'web-1', why: '95\u00a0% > 90\u00a0%' },
  ...{ since: 1000, to: undefined },
  ...over,
});
const ALL = { kind: null, severity: null, q: null };
const keysOf = (problems: readonly Problem[]): string => problems.map(({ key }) => key).join('');

describe('problems', () => {
  const problems = [
    problem({ key: 'a', severity: 'low' }),
    problem({ key: 'b', severity: 'high', kind: 'resource', since: undefined, where: 'db-1' }),
    problem({ key: 'c', severity: 'high', name: 'CPU', since: 2000 }),
    problem({ key: 'd', kind: 'compliance', since: 3000, why: 'Score 7 % of 90 %' }),
  ];

  it.each([
    [undefined, 'cbda'],
    ['-severity', 'adcb'],
    ['since', 'bacd'],
    ['-since', 'dcab'],
    ['name', 'cdab'],
    ['where', 'bdca'],
    ['unknown', 'cbda'],
  ])('in the order of %s are %s', (sort, expected) => {
    expect(keysOf(shown(problems, ALL, sort))).toBe(expected);
  });

  it.each([
    [{ kind: 'alert' }, 'ca'],
    [{ severity: 'high' }, 'cb'],
    [{ q: 'SCORE' }, 'd'],
    [{ q: 'db-' }, 'b'],
    [{ q: '95 % >' }, 'cba'],
    [{ kind: 'alert', q: 'nothing' }, ''],
  ])('with the filter %j are %j', (filter, expected) => {
    expect(keysOf(shown(problems, { ...ALL, ...filter }))).toBe(expected);
  });

  it('name what is down, a platform before what is on it', () => {
    const resource = { resourceId: 7, resourceName: 'web-1', typeName: 'Linux', parentId: null } as ResourceWithType;
    const child = { ...resource, parentId: 3, ancestry: '1_:_4_:_eth_::_2_:_3_:_host' };

    expect(ofResource(resource)).toMatchObject({ severity: 'high', why: 'Linux is down', to: '/inventory/7' });
    expect(ofResource(child)).toMatchObject({ severity: 'medium', where: 'host' });
  });

  it('name score and threshold of a system', () => {
    const report = { id: 'p', title: 'CIS', compliance_threshold: 90 };
    const result = { id: 'r', display_name: 'web-1', score: 61.25, end_time: '2026-11-23T00:00:00Z' };

    expect(ofResult(report, result)).toMatchObject({
      why: 'Score 61.3 % of 90 %',
      since: Date.UTC(2026, 10, 23),
      to: '/compliance/policies/p/results/r',
    });
    expect(ofResult(report, { ...result, score: null }).why).toBe('The scanner computed no score');
  });

  it('show the first line of why an operation failed, and lead to its resource', () => {
    const operation = {
      ...{ jobId: 'rhq-resource-10001-42-7_=_rhq-resource-10001', operationName: 'restart', resourceName: 'web-1' },
      ...{ errorMessage: 'boom\n at x', lastModified: 9 },
    } as OperationHistoryRest;

    expect(ofOperation(operation)).toMatchObject({ why: 'boom', to: '/inventory/10001', since: 9 });
    expect(ofOperation({ ...operation, jobId: 'x_=_y', errorMessage: null })).toMatchObject({ to: undefined });
  });
});
